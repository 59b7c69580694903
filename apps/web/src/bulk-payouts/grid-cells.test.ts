// The guarantee: keys move as in a spreadsheet and never out of the grid, and what is copied is pasted as
// the same cells, whatever they contain.
import fc from "fast-check";
import { expect, test } from "vitest";
import { gridColumns, moveCell, rangeOf, readCells, rowAfter, writeCells } from "./grid-cells.ts";

const extent = { rows: 50_000, page: 15 };
const from = { row: 100, column: 4 };
const last = gridColumns.length - 1;

test.for([
  ["ArrowUp", false, 99, 4],
  ["ArrowDown", false, 101, 4],
  ["ArrowLeft", false, 100, 3],
  ["ArrowRight", false, 100, 5],
  ["ArrowDown", true, 49_999, 4],
  ["ArrowRight", true, 100, last],
  ["PageDown", false, 115, 4],
  ["PageUp", false, 85, 4],
  ["Home", false, 100, 0],
  ["End", false, 100, last],
  ["Home", true, 0, 0],
  ["End", true, 49_999, last],
] as const)("%s, control %s, moves to row %i, column %i", ([key, isControl, row, column]) => {
  expect(moveCell(from, { key, isControl }, extent)).toEqual({ row, column });
});

test("no key leads out of the grid, and others move nothing", () => {
  const keys = [
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "PageUp",
    "PageDown",
    "Home",
    "End",
  ];
  for (const rows of [0, 1, 3])
    for (const key of keys)
      for (const isControl of [false, true]) {
        const cell = moveCell({ row: 0, column: 0 }, { key, isControl }, { rows, page: 15 });
        expect(cell?.row).toBeLessThan(Math.max(rows, 1));
        expect(cell?.row).toBeGreaterThanOrEqual(0);
        expect(cell?.column).toBeGreaterThanOrEqual(0);
      }
  expect(moveCell(from, { key: "a", isControl: false }, extent)).toBeUndefined();
});

test("a range has its corners in any order", () => {
  const range = { top: 2, bottom: 5, left: 1, right: 3 };
  expect(rangeOf({ row: 5, column: 1 }, { row: 2, column: 3 })).toEqual(range);
});

test("a row keeps its line when its list changes, or goes to the next one", () => {
  const before = [2, 5, 9, 12];
  expect(rowAfter(2, before, before)).toBe(2);
  expect(rowAfter(2, before, [9, 12])).toBe(0);
  expect(rowAfter(2, before, [2, 3, 5, 9])).toBe(3);
  expect(rowAfter(2, before, [2, 5, 12])).toBe(2);
  expect(rowAfter(3, before, [2, 5])).toBe(1);
  expect(rowAfter(3, before, [])).toBe(0);
  expect(rowAfter(0, [], before)).toBe(0);
});

test("what is copied is read as the same cells", () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('"', "a\tb", "a\nb", "₹1,500.50", ""));
  const rows = fc.integer({ min: 1, max: 4 }).chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 4,
    }),
  );
  fc.assert(
    fc.property(rows, (cells) => {
      // A lone carriage return is a line break for a spreadsheet too; one empty last row is its end.
      fc.pre(cells.length === 1 || cells.at(-1)?.join("") !== "" || (cells[0]?.length ?? 0) > 1);
      expect(readCells(writeCells(cells))).toEqual(cells);
    }),
  );
});

test("a spreadsheet's copy with a line break at its end has no row more", () => {
  expect(readCells("a\tb\r\nc\td\r\n")).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  expect(readCells('"a\nb"\tc')).toEqual([["a\nb", "c"]]);
});
