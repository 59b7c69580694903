// The guarantee: every statement of the specification has a test that runs, or a reason.
import { expect, test } from "vitest";
import {
  conformancePage,
  findProblems,
  readAllTitles,
  readSections,
  renderPage,
  type Row,
} from "./conformance-page.ts";
import { readText } from "./list-files.ts";
import { readTestTitles } from "./read-test-titles.ts";

const titles = readAllTitles();

test("every statement has a test or a reason, and every id in a title has a statement", () => {
  expect(findProblems(readSections(), titles)).toEqual([]);
});

test("the conformance page is up to date: `npm run conformance` writes it", () => {
  expect(readText(conformancePage)).toBe(renderPage(readSections(), titles));
});

const row: Row = { id: "1.1", statement: "Money is whole paise" };
const shown = 'test("takes no half paisa [1.1]", check);';

test.each<[what: string, rows: Row[], source: string, problem: string]>([
  ["a row with nothing", [row], "", "1.1: neither a test nor a reason"],
  ["a row with both", [{ ...row, reason: "later" }], shown, "1.1: both a test and a reason"],
  ["a repeated id", [row, row], shown, "1.1: two rows have this id"],
  ["a lost file", [{ ...row, where: ["lost.ts"] }], shown, "1.1: lost.ts does not exist"],
  ["an unknown id", [], shown, 'a.test.ts: "takes no half paisa" has no row 1.1'],
  ["a mistyped range", [], 'test("a [1.1-3]", f);', 'a.test.ts: "a" has no row 1.1-3'],
  ["a backward range", [], 'test("a [1.3–1]", f);', 'a.test.ts: "a" has no row 1.3–1'],
])("%s is a problem", (_, rows, source, problem) => {
  const sections = [{ section: "1. Money", rows }];
  expect(findProblems(sections, readTestTitles("a.test.ts", source))).toEqual([problem]);
});

test.each([
  ['test.skip("a", f)', "a"],
  ['test.skipIf(slow)("a", f)', "a"],
  ['test.each([1]).skip("a", f)', "a"],
  ['test.only("a", f)', "a"],
  ['test("a", { todo: true }, f)', "a"],
  ['test("a", ({ page }) => { test.fixme(slow, "why"); })', "a"],
  ['test("a", (context) => { context.skip(); })', "a"],
  ['describe("a", () => { test.skip(); test("b", f); })', "a"],
  ['describe.skip("a", () => { test("b", f); })', "a"],
  ["test.skip(slow);", ""],
])("%s is skipped or exclusive", (source, title) => {
  const read = readTestTitles("a.test.ts", source);
  expect(findProblems([], read)).toEqual([`a.test.ts: "${title}" is skipped or exclusive`]);
});

test.each([
  ["test('a \"b\" [1.1]', f)", 'a "b" [1.1]'],
  ["it(`a ${b} [1.1]`, f)", "a ${…} [1.1]"],
  ['test.each<[what: string]>(rows)("a %s [1.1]", f)', "a %s [1.1]"],
  ["test.for`table`('a [1.1]', f)", "a [1.1]"],
  ['describeProvider("a [1.1]", {})', "a [1.1]"],
  ['// test("b", f)\ntest("a", () => log(\'test("c", f)\'))', "a"],
])("reads the title of %s", (source, title) => {
  expect(readTestTitles("a.test.tsx", source).map((each) => each.title)).toEqual([title]);
});

test("the page shows a title after those of its blocks, without ids, and ranges in full", () => {
  const rows = ["1.1", "1.2", "1.3"].map((id) => ({ id, statement: "a | b" }));
  const read = readTestTitles(
    "a.test.ts",
    'describe("in one | two", () => { test("c <b> [1.1–3]", f); });',
  );
  const page = renderPage([{ section: "1. Money", rows }], read);
  expect(page.match(/^\| \d.*$/gm)).toEqual(
    rows.map(
      ({ id }) => String.raw`| ${id} | a \| b |  | ${"`a.test.ts`"} "in one \| two › c \<b>" |`,
    ),
  );
});
