import { createElement, Fragment, type ReactNode } from "react";
import { language } from "./locale.ts";

/** English text → its translation. `{0}` is the first value, `{1}` the second. */
export type Catalogue = Readonly<Record<string, string>>;

/** What tenants see. Modules that import this one wait for it; an English page loads none. */
export const catalogue: Catalogue | undefined =
  language === "hi" ? (await import("./hindi.json")).default : undefined;

/**
 * A text of the console in the page's language. Its English is the key of its translation:
 * `` t`Pay ${name}` `` is found as `Pay {0}` in `hindi.json`. With elements among its values it is a
 * node, else a string.
 */
export const t = textsOf(catalogue);

/**
 * The tag for texts whose English means something else elsewhere: `` inContext("payee")`to ${name}` ``
 * is found as `payee: to {0}`.
 */
export function inContext(context: string): Texts {
  return textsOf(catalogue, `${context}: `);
}

interface Texts {
  (parts: TemplateStringsArray, ...values: readonly (string | number)[]): string;
  (parts: TemplateStringsArray, ...values: readonly ReactNode[]): ReactNode;
}

/**
 * The tag for a catalogue; without one, and for a text that it lacks, texts stay in English.
 * @param context where the same English needs another translation, as gettext's msgctxt.
 */
export function textsOf(translations: Catalogue | undefined, context = ""): Texts {
  return ((parts: TemplateStringsArray, ...values: readonly ReactNode[]) => {
    const translation = translations?.[context + keyOf(parts)];
    const pieces =
      translation === undefined ? interleave(parts, values) : fill(translation, values);
    return pieces.every(isPlain) ? pieces.join("") : createElement(Fragment, null, ...pieces);
  }) as Texts;
}

function isPlain(piece: ReactNode): piece is string | number {
  return typeof piece === "string" || typeof piece === "number";
}

/** `["Pay ", " now"]` → `Pay {0} now`. */
function keyOf(parts: readonly string[]): string {
  return parts.reduce((key, part, at) => `${key}{${at - 1}}${part}`);
}

function interleave(parts: readonly string[], values: readonly ReactNode[]): ReactNode[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [values[at - 1], part]));
}

function fill(translation: string, values: readonly ReactNode[]): ReactNode[] {
  return translation
    .split(/\{(\d+)\}/)
    .map((part, at) => (at % 2 === 0 ? part : values[Number(part)]));
}
