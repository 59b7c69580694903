// The guarantee: docs/conformance.md names files that exist and tests that stand in them.
import { expect, test } from "vitest";
import { listFiles, readText } from "./list-files.ts";

interface Row {
  readonly line: number;
  readonly statement: string;
  readonly where: string;
  readonly shownBy: string;
}

const files = new Set(listFiles());
const rows = readRows(readText("docs/conformance.md"));

test("every row of the conformance list has a statement, a place and a test or a reason", () => {
  const partial = rows.filter(
    ({ statement, where, shownBy }) =>
      !statement || pathsIn(where).length === 0 || !(hasTest(shownBy) || hasReason(shownBy)),
  );
  expect(partial).toEqual([]);
});

test("the places and tests that the conformance list names exist", () => {
  const missing = rows.flatMap(({ line, where, shownBy }) =>
    [...pathsIn(where), ...pathsIn(shownBy)]
      .filter((path) => !files.has(path))
      .map((path) => `line ${line}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test("the titles that the conformance list quotes stand in the test that is named before them", () => {
  const absent = rows.flatMap(({ line, shownBy }) =>
    testsIn(shownBy)
      .filter(({ path, title }) => files.has(path) && !readText(path).includes(title))
      .map(({ path, title }) => `line ${line}: ${path} has no "${title}"`),
  );
  expect(absent).toEqual([]);
});

function readRows(text: string): Row[] {
  return text.split("\n").flatMap((each, index) => {
    if (!each.startsWith("|") || /^\|[\s-|]+$/.test(each) || /^\| statement +\|/.test(each))
      return [];
    const [, statement = "", where = "", shownBy = ""] = each
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    return [{ line: index + 1, statement, where, shownBy }];
  });
}

function pathsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
}

/** `path` "title", and further titles of the same file. */
function testsIn(cell: string): { path: string; title: string }[] {
  return [...cell.matchAll(/`([^`]+)`((?:[\s,]*"[^"]+")+)/g)].flatMap(
    ([, path = "", titles = ""]) =>
      [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => ({ path, title })),
  );
}

function hasTest(cell: string): boolean {
  return testsIn(cell).length > 0;
}

function hasReason(cell: string): boolean {
  return /^reason: \S/.test(cell);
}
