import type { LegalText } from "@rokad/contract/brand-lines";
import type { BrandingKey } from "@rokad/contract/branding-rules";
import { t } from "../super-admin-language.ts";

/* Branding values as editable text: one line per item of a list. */

interface TextFormat {
  readonly write: (value: never) => string;
  readonly read: (text: string, before: unknown) => unknown;
}

const lines: TextFormat = {
  write: (value: readonly string[]) => value.join("\n"),
  read: linesOf,
};

/** "50M+ | processed monthly" for an item of these two fields. */
function pairs(first: string, second: string): TextFormat {
  return {
    write: (value: readonly Record<string, string>[]) =>
      value.map((item) => `${item[first]} | ${item[second]}`).join("\n"),
    read: (text) =>
      linesOf(text).map((line) => {
        const [head = "", ...rest] = line.split("|");
        return { [first]: head.trim(), [second]: rest.join("|").trim() };
      }),
  };
}

const legal: TextFormat = {
  write: ({ updated, sections }: LegalText) =>
    [t`Updated ${updated}`, ...sections.map(({ heading, text }) => `# ${heading}\n${text}`)].join(
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

const formats: Readonly<Partial<Record<BrandingKey, TextFormat>>> = {
  strengths: lines,
  claims: pairs("figure", "words"),
  credits: pairs("label", "href"),
  terms: legal,
  privacy: legal,
};

/** A branding value as the text of its field; an invalid value as JSON. */
export function brandTextOf(key: BrandingKey, value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return formats[key]?.write(value as never) ?? JSON.stringify(value);
  } catch {
    return JSON.stringify(value);
  }
}

/** Parses the text of a field. @param standard the default, for values that the text lacks. */
export function readBrandText(key: BrandingKey, text: string, standard: unknown): unknown {
  return formats[key]?.read(text, standard) ?? text.trim();
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
