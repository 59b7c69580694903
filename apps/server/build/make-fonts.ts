import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";
import { scripts } from "../src/files/pdf/script-runs.ts";

/*
 * Makes the files in src/files/pdf/fonts; run by hand when one of the fonts is updated:
 *   node apps/server/build/make-fonts.ts
 * Inter with the rupee sign and tabular figures for everything, Noto Sans for names and remarks in
 * the scripts of India. Each keeps only the letters of script-runs.ts.
 */
const { latin, ...indic } = scripts;
const interFeatures = ["kern", "ccmp", "locl", "mark", "mkmk", "tnum"];

await make(
  import.meta.resolve("inter-ui/web/Inter-Regular.woff2"),
  latin,
  "latin-regular",
  interFeatures,
);
await make(
  import.meta.resolve("inter-ui/web/Inter-SemiBold.woff2"),
  latin,
  "latin-semibold",
  interFeatures,
);
/*
 * In these scripts pdfkit's shaper fails where a letter has no anchor for a mark, so they keep only the
 * features that choose and join letters; a mark's own place is right for all but rare stacks.
 */
const withoutAnchors: ReadonlySet<string> = new Set([
  "gurmukhi",
  "gujarati",
  "telugu",
  "malayalam",
]);
const joining =
  "abvs akhn blwf blws calt ccmp cjct half haln init locl nukt pref pres pstf psts rclt rkrf rphf vatu".split(
    " ",
  );
for (const [script, characters] of Object.entries(indic)) {
  const noto = import.meta.resolve(
    `@fontsource-variable/noto-sans-${script}/files/noto-sans-${script}-${script}-wght-normal.woff2`,
  );
  const features = withoutAnchors.has(script) ? joining : undefined;
  await make(noto, characters, `${script}-regular`, features, 400);
  await make(noto, characters, `${script}-semibold`, features, 600);
}

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
  writeFileSync(new URL(`../src/files/pdf/fonts/${to}.ttf`, import.meta.url), font);
  process.stdout.write(`${to}.ttf: ${font.length} bytes\n`);
}
