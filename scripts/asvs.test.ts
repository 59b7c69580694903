// The guarantee: each requirement of ASVS 5.0 has one result, and each test that shows it exists.
import { expect, test } from "vitest";
import {
  asvsPage,
  findAsvsProblems,
  readChapters,
  renderAsvs,
  type Requirement,
} from "./asvs-page.ts";
import { readAllTitles } from "./conformance-page.ts";
import { readText } from "./list-files.ts";
import { readTestTitles } from "./read-test-titles.ts";

const chapters = readChapters();

test("every requirement has one result, and every test that it names exists", () => {
  expect(findAsvsProblems(chapters, readAllTitles())).toEqual([]);
});

test("the page is up to date: `npm run asvs` writes it", () => {
  expect(readText(asvsPage)).toBe(renderAsvs(chapters));
});

test("the table has all 70 requirements of level 1 and all 183 of level 2, in 17 chapters", () => {
  const levels = chapters.flatMap(({ requirements }) => requirements.map(({ level }) => level));
  expect(chapters).toHaveLength(17);
  expect([1, 2].map((level) => levels.filter((each) => each === level).length)).toEqual([70, 183]);
});

const path = "scripts/asvs.test.ts";
const read = readTestTitles(path, 'describe("in", () => { test("a [1.1]", f); });');
const row = { id: "1.1.1", level: 1, text: "Input is decoded once" };

test.each<[what: string, requirements: Requirement[], problems: string[]]>([
  ["a test that exists", [{ ...row, holds: [path, `${path} › in › a`] }], []],
  ["no result", [row], ["1.1.1: needs one result"]],
  ["two results", [{ ...row, holds: [path], notYet: "No" }], ["1.1.1: needs one result"]],
  ["no evidence", [{ ...row, holds: [] }], ["1.1.1: holds by nothing"]],
  ["a lost file", [{ ...row, holds: ["lost.ts"] }], ["1.1.1: lost.ts does not exist"]],
  ["a lost test", [{ ...row, holds: [`${path} › b`] }], [`1.1.1: no test "${path} › b"`]],
  ["level 3", [{ ...row, level: 3, notYet: "No" }], ["1.1.1: is not of level 1 or 2"]],
  [
    "a repeated id",
    [
      { ...row, notYet: "No" },
      { ...row, notYet: "No" },
    ],
    ["1.1.1: is there twice"],
  ],
])("%s: %j", (_, requirements, problems) => {
  expect(findAsvsProblems([{ chapter: "V1", requirements }], read)).toEqual(problems);
});

test("the page counts the results of each chapter and of all", () => {
  const page = renderAsvs([
    { chapter: "V1 A", requirements: [{ ...row, holds: [path] }] },
    { chapter: "V2 B", requirements: [{ ...row, id: "2.1.1", notYet: "No" }] },
  ]);
  expect(page).toContain(
    "| V1 A | 1 | 0 | 0 |\n| V2 B | 0 | 0 | 1 |\n| **all** | **1** | **0** | **1** |",
  );
  expect(page).toContain("| 2.1.1 | 1 | Input is decoded once | **not yet**: No |");
});
