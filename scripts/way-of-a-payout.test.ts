// The guarantee: the way of a payout in ARCHITECTURE.md is the code's, also after a rename, and short
// enough to be read.
import { expect, test } from "vitest";
import { readText } from "./list-files.ts";

const server = "apps/server/src";
const filesMax = 15;

test("each verb of a payout's way is exported by its file", () => {
  const verbs = rowsOf("The way of a payout");
  expect(verbs.length).toBeGreaterThan(10);
  const missing = verbs.filter(
    ({ verb, file }) =>
      !new RegExp(`^export (?:async )?(?:function|const) ${verb}\\b`, "m").test(
        readText(`${server}/${file}`),
      ),
  );
  expect(missing).toEqual([]);
});

test("a reader follows a payout through 15 files at most", () => {
  const files = new Set(rowsOf("The way of a payout").map(({ file }) => file));
  expect(files.size).toBeLessThanOrEqual(filesMax);
});

/** The verbs and files of the table below a heading. */
function rowsOf(heading: string): { verb: string; file: string }[] {
  const [, section = ""] = readText("ARCHITECTURE.md").split(`### ${heading}\n`);
  const [table = ""] = section.split("\n### ");
  return [...table.matchAll(/^\| `(\w+)` +\| `([\w./-]+)`/gm)].map(([, verb = "", file = ""]) => ({
    verb,
    file,
  }));
}
