import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";
import { devanagari, latin } from "../src/files/pdf/script-runs.ts";

/*
 * Makes the files in src/pdf/fonts; run by hand when one of the fonts is updated:
 *   node apps/server/build/make-fonts.ts
 * Inter with the rupee sign and tabular figures for everything, Noto Sans Devanagari for names in
 * Hindi, Marathi and Nepali. Each keeps only the letters of script-runs.ts.
 */
const interFeatures = ["kern", "ccmp", "locl", "mark", "mkmk", "tnum"];

await make(
  import.meta.resolve("inter-ui/web/Inter-Regular.woff2"),
  latin,
  "inter-regular",
  interFeatures,
);
await make(
  import.meta.resolve("inter-ui/web/Inter-SemiBold.woff2"),
  latin,
  "inter-semibold",
  interFeatures,
);
const noto = import.meta
  .resolve("@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2");
await make(noto, devanagari, "noto-devanagari-regular", undefined, 400);
await make(noto, devanagari, "noto-devanagari-semibold", undefined, 600);

async function make(
  from: string,
  characters: string,
  to: string,
  keepFeatures?: readonly string[],
  weight?: number,
): Promise<void> {
  const font = await subsetFont(readFileSync(new URL(from)), characters, {
    targetFormat: "truetype",
    ...(keepFeatures && { keepFeatures }),
    ...(weight && { variationAxes: { wght: weight } }),
  });
  writeFileSync(new URL(`../src/pdf/fonts/${to}.ttf`, import.meta.url), font);
  process.stdout.write(`${to}.ttf: ${font.length} bytes\n`);
}
