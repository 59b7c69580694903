// `node scripts/vendor-ifsc.ts`: writes the server's list of Indian bank branches. Run it after an
// update of the npm package "ifsc". Only its data is used; its code needs a deprecated HTTP client.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ROOT } from "./run-command.ts";

type Names = Record<string, string>;

const main = createRequire(import.meta.url).resolve("ifsc");
const packageDirectory = join(dirname(main), "../..");

const { version } = read("package.json") as { version: string };
const branches = read("src/IFSC.json") as Record<string, (number | string)[]>;
const names = read("src/banknames.json") as Names;
// Some small banks use branch codes of a larger one. Custom entries may be prefixes.
const sublets = {
  ...(read("src/sublet.json") as Names),
  ...(read("src/custom-sublets.json") as Names),
};

const data = {
  source: `npm package ifsc ${version}`,
  // A bank without a name in the list gets its code as name.
  banks: { ...Object.fromEntries(Object.keys(branches).map((code) => [code, code])), ...names },
  sublets,
  branches: Object.fromEntries(Object.entries(branches).map(([code, list]) => [code, pack(list)])),
};
const platform = join(ROOT, "apps/server/src/identity/settings");
// One bank per line, for a readable diff.
writeFileSync(join(platform, "ifsc-data.json"), `${JSON.stringify(data, null, 1)}\n`);
writeFileSync(
  join(platform, "ifsc-data.LICENSE.txt"),
  readFileSync(join(packageDirectory, "LICENSE")),
);
console.log(
  `${Object.values(branches).flat().length} branches of ${Object.keys(branches).length} banks.`,
);

/** Packs codes: numbers as ranges ("12 15+3" is 12, 15, 16, 17, 18), "|", then codes with letters. */
function pack(codes: readonly (number | string)[]): string {
  const numbers = codes.filter((code) => typeof code === "number").toSorted((a, b) => a - b);
  const ranges: { first: number; more: number }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last.first + last.more + 1) last.more += 1;
    else ranges.push({ first: number, more: 0 });
  }
  const packed = ranges.map(({ first, more }) => (more === 0 ? `${first}` : `${first}+${more}`));
  const lettered = codes.filter((code) => typeof code === "string").toSorted();
  return `${packed.join(" ")}|${lettered.join(" ")}`;
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(join(packageDirectory, path), "utf8"));
}
