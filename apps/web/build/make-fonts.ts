import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

/*
 * Creates the two files in src/fonts from Inter Variable. Run it after an update of Inter:
 *   node apps/web/build/make-fonts.ts
 * Latin with only the weights 400–700 is 28 kB instead of 48. The rupee sign is in Inter's 83 kB
 * latin-ext file, so it gets a separate file with one glyph.
 */
const weights = { wght: { min: 400, max: 700 } };
// The features that the console uses: kerning, composition, marks, case forms, tabular figures.
const keepFeatures = ["kern", "ccmp", "locl", "mark", "mkmk", "calt", "case", "tnum"];
const latin = range(0x20, 0x7e) + range(0xa0, 0xff) + "ıŒœʻʼˆˇ˚˜–—‘’‚“”„†•…‰‹›⁄€™←↑→↓−∕";

await make(
  import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
  latin,
  "inter-latin",
);
await make(
  import.meta.resolve("@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2"),
  "₹",
  "inter-rupee",
);

async function make(from: string, characters: string, to: string): Promise<void> {
  const options = { targetFormat: "woff2", variationAxes: weights, keepFeatures } as const;
  const font = await subsetFont(readFileSync(new URL(from)), characters, options);
  writeFileSync(new URL(`../src/fonts/${to}.woff2`, import.meta.url), font);
  console.log(`${to}.woff2: ${font.length} bytes`);
}

function range(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join(
    "",
  );
}
