/*
 * The characters of the fonts beside this file; build/make-fonts.ts creates the fonts from them.
 */
/** Belong to the script of the letters before them: a space, and what joins or parts two letters. */
const joiners = " \u200c\u200d";

/** Latin, and the scripts of India: each is a block of Unicode. */
export const scripts = {
  latin: `${range(0x20, 0x7e)}${range(0xa0, 0x17f)}–—‘’‚“”„†•…‰‹›€₹™→−`,
  devanagari: indic(0x900),
  bengali: indic(0x980),
  gurmukhi: indic(0xa00),
  gujarati: indic(0xa80),
  oriya: indic(0xb00),
  tamil: indic(0xb80),
  telugu: indic(0xc00),
  kannada: indic(0xc80),
  malayalam: indic(0xd00),
} as const;
export type Script = keyof typeof scripts;

export interface Run {
  readonly script: Script;
  readonly text: string;
}

const scriptByCharacter = new Map<string, Script>(
  (Object.keys(scripts) as Script[])
    .toReversed()
    .flatMap((script) => [...scripts[script]].map((letter) => [letter, script] as const)),
);

const latinOnly = new RegExp(`^[${scripts.latin.replaceAll(/[\\\]^-]/g, String.raw`\$&`)}]*$`);

/** Splits a text into runs of one script; a character without a font becomes a question mark. */
export function splitByScript(text: string): readonly Run[] {
  // Most texts are Latin, and the pattern is much faster than the loop.
  if (latinOnly.test(text)) return [{ script: "latin", text }];
  const runs: { script: Script; text: string }[] = [];
  for (const letter of text.normalize("NFC")) {
    const script = scriptByCharacter.get(letter);
    const last = runs.at(-1);
    if (last && (last.script === (script ?? "latin") || joiners.includes(letter)))
      last.text += script ? letter : "?";
    else runs.push({ script: script ?? "latin", text: script ? letter : "?" });
  }
  return runs;
}

/** A block of 128 characters, with what joins its letters and the circle that carries a lone mark. */
function indic(first: number): string {
  return `${joiners}${range(first, first + 0x7f)}\u25cc`;
}

function range(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join(
    "",
  );
}
