/*
 * What the fonts beside this file can write; build/make-fonts.ts makes them of exactly these.
 */
export const latin = `${range(0x20, 0x7e)}${range(0xa0, 0x17f)}–—‘’‚“”„†•…‰‹›€₹™→−`;
/** With a space of its own, for those between two of its words. */
export const devanagari = ` ${range(0x900, 0x97f)}\u200c\u200d\u25cc`;

export type Script = "latin" | "devanagari";

export interface Run {
  readonly script: Script;
  readonly text: string;
}

const scriptOf = new Map<string, Script>([
  ...[...devanagari].map((letter) => [letter, "devanagari"] as const),
  ...[...latin].map((letter) => [letter, "latin"] as const),
]);

const onlyLatin = new RegExp(`^[${latin.replaceAll(/[\\\]^-]/g, String.raw`\$&`)}]*$`);

/** A text as stretches of one script each; a letter that no font has is a question mark. */
export function runsOf(text: string): readonly Run[] {
  // Nearly every text, and far cheaper than looking at each letter.
  if (onlyLatin.test(text)) return [{ script: "latin", text }];
  const runs: { script: Script; text: string }[] = [];
  for (const letter of text.normalize("NFC")) {
    const script = scriptOf.get(letter);
    const last = runs.at(-1);
    // A space between two words of one script belongs to them.
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
