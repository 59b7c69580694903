// The guarantee: a paste puts in each of its cells, or none of them and says why.
import { expect, test } from "vitest";
import { gridColumns } from "./grid-cells.ts";
import { whyNotPasted } from "./selection-edits.ts";

const at = (row: number, column: number) => ({
  top: row,
  bottom: row,
  left: column,
  right: column,
});
const cellsOf = (rows: number, columns: number) =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => "5"));
const last = gridColumns.length - 1;

test.for([
  [21, 1, at(379, 4), undefined],
  [22, 1, at(379, 4), "Paste at most 21 rows from here. Upload a file to add rows."],
  [2, 1, at(399, 4), "Paste at most 1 row from here. Upload a file to add rows."],
  [1, 2, at(0, last - 1), undefined],
  [1, 3, at(0, last - 1), "Paste at most 2 columns from here."],
  [1, 2, at(0, last), "Paste at most 1 column from here."],
] as const)("of 400 rows, %i rows of %i columns", ([rows, columns, range, why]) => {
  expect(whyNotPasted(cellsOf(rows, columns), range, 400)).toBe(why);
});

test("more rows than a paste takes belong into a file", () => {
  expect(whyNotPasted(cellsOf(2_001, 1), at(0, 4), 50_000)).toBe(
    "Paste at most 2,000 rows, or upload a file.",
  );
});
