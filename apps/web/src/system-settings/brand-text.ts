import type { LegalText } from "@rokad/contract/brand";
import type { BrandingKey } from "@rokad/contract/branding-rules";

/* What a business says of itself, as a person types it: a line for each item of a list. */

interface Written {
  readonly write: (value: never) => string;
  readonly read: (text: string, before: unknown) => unknown;
}

const lines: Written = {
  write: (value: readonly string[]) => value.join("\n"),
  read: linesOf,
};

/** "50M+ | processed monthly" for an item of these two fields. */
function pairs(first: string, second: string): Written {
  return {
    write: (value: readonly Record<string, string>[]) =>
      value.map((item) => `${item[first]} | ${item[second]}`).join("\n"),
    read: (text) =>
      linesOf(text).map((line) => {
        const [before = "", ...behind] = line.split("|");
        return { [first]: before.trim(), [second]: behind.join("|").trim() };
      }),
  };
}

const legal: Written = {
  write: ({ updated, sections }: LegalText) =>
    [`Updated ${updated}`, ...sections.map(({ heading, text }) => `# ${heading}\n${text}`)].join(
      "\n\n",
    ),
  read(text, before) {
    const [first = "", ...rest] = text.split(/^#\s*/m);
    const sections = rest.map((part) => {
      const [heading = "", ...body] = part.split("\n");
      return { heading: heading.trim(), text: body.join("\n").trim() };
    });
    const title = (before as LegalText | null)?.title ?? "";
    return { title, updated: first.replace(/^\s*Updated\s*/i, "").trim(), sections };
  },
};

const written: Readonly<Partial<Record<BrandingKey, Written>>> = {
  strengths: lines,
  claims: pairs("figure", "words"),
  credits: pairs("label", "href"),
  terms: legal,
  privacy: legal,
};

/** A setting of the branding as the text of its field; as it is stored where it can't be read. */
export function brandTextOf(key: BrandingKey, value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return written[key]?.write(value as never) ?? JSON.stringify(value);
  } catch {
    return JSON.stringify(value);
  }
}

/** The other way. @param standard the default, for what the text does not say. */
export function readBrandText(key: BrandingKey, text: string, standard: unknown): unknown {
  return written[key]?.read(text, standard) ?? text.trim();
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
