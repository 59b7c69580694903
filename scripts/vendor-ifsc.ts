// `node scripts/vendor-ifsc.ts`: writes the list of Indian bank branches that the server carries.
// Run it after a new version of the npm package "ifsc", of which only the data is used: its code needs
// a deprecated HTTP client.
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
// A small bank lives on branch codes of a larger one. The custom ones may be beginnings of codes.
const sublets = {
  ...(read("src/sublet.json") as Names),
  ...(read("src/custom-sublets.json") as Names),
};

const data = {
  source: `npm package ifsc ${version}`,
  // A few institutions that have codes have no name in the list; their letters are what people know.
  banks: { ...Object.fromEntries(Object.keys(branches).map((code) => [code, code])), ...names },
  sublets,
  branches: Object.fromEntries(Object.entries(branches).map(([code, list]) => [code, pack(list)])),
};
const platform = join(ROOT, "apps/server/src/platform");
// One bank a line, so that the diff of an update shows what changed.
writeFileSync(join(platform, "ifsc-data.json"), `${JSON.stringify(data, null, 1)}\n`);
writeFileSync(
  join(platform, "ifsc-data.LICENSE.txt"),
  readFileSync(join(packageDirectory, "LICENSE")),
);
console.log(
  `${Object.values(branches).flat().length} branches of ${Object.keys(branches).length} banks.`,
);

/** Numbers as runs of neighbours ("12 15+3" is 12, 15, 16, 17, 18), then "|" and the codes with letters. */
function pack(codes: readonly (number | string)[]): string {
  const numbers = codes.filter((code) => typeof code === "number").toSorted((a, b) => a - b);
  const runs: { first: number; more: number }[] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && number === last.first + last.more + 1) last.more += 1;
    else runs.push({ first: number, more: 0 });
  }
  const packed = runs.map(({ first, more }) => (more === 0 ? `${first}` : `${first}+${more}`));
  const lettered = codes.filter((code) => typeof code === "string").toSorted();
  return `${packed.join(" ")}|${lettered.join(" ")}`;
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(join(packageDirectory, path), "utf8"));
}
