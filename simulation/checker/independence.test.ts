// The guarantee: the checker shares no code with what it checks.
import { expect, test } from "vitest";
import { listSources, readText } from "../../scripts/list-files.ts";
import { readImports } from "../../scripts/read-imports.ts";

const folder = "simulation/checker/";
const sources = listSources(folder.slice(0, -1)).filter((path) => !path.endsWith(".test.ts"));
const allowed = new Set(["node:fs", "node:readline"]);

test("the checker imports only itself and Node", () => {
  expect(sources.length).toBeGreaterThan(15);
  const foreign = sources
    .flatMap((path) => readImports(path))
    .filter(({ to }) => !to.startsWith(folder) && !allowed.has(to));
  expect(foreign).toEqual([]);
});

test("the checker has no SQL", () => {
  const withSql = sources.filter((path) => /\bsql`|\bselect\b.*\bfrom\b/i.test(readText(path)));
  expect(withSql).toEqual([]);
});
