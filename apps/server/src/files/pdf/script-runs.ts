/*
 * The characters of the fonts beside this file; build/make-fonts.ts creates the fonts from them.
 */
export const latin = `${range(0x20, 0x7e)}${range(0xa0, 0x17f)}–—‘’‚“”„†•…‰‹›€₹™→−`;
/** With a space, for those between two Devanagari words. */
export const devanagari = ` ${range(0x900, 0x97f)}\u200c\u200d\u25cc`;

export type Script = "latin" | "devanagari";

export interface Run {
  readonly script: Script;
  readonly text: string;
}

const scriptByCharacter = new Map<string, Script>([
  ...[...devanagari].map((letter) => [letter, "devanagari"] as const),
  ...[...latin].map((letter) => [letter, "latin"] as const),
]);

const latinOnly = new RegExp(`^[${latin.replaceAll(/[\\\]^-]/g, String.raw`\$&`)}]*$`);

/** Splits a text into runs of one script; a character without a font becomes a question mark. */
export function splitByScript(text: string): readonly Run[] {
  // Most texts are Latin, and the pattern is much faster than the loop.
  if (latinOnly.test(text)) return [{ script: "latin", text }];
  const runs: { script: Script; text: string }[] = [];
  for (const letter of text.normalize("NFC")) {
    const script = scriptByCharacter.get(letter);
    const last = runs.at(-1);
    // A space belongs to the run before it.
    if (last && (last.script === (script ?? "latin") || letter === " "))
      last.text += script ? letter : "?";
    else runs.push({ script: script ?? "latin", text: script ? letter : "?" });
  }
  return runs;
}

function range(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join(
    "",
  );
}
