import { describe, expect, test } from "vitest";
import { pagesAround, rowsOfPage } from "./pager-pages.ts";

describe("up to five page buttons around the current one [9.25, 27.21]", () => {
  test.each([
    { current: 1, total: 9, pages: [1, 2, 3, 4, 5] },
    { current: 2, total: 9, pages: [1, 2, 3, 4, 5] },
    { current: 5, total: 9, pages: [3, 4, 5, 6, 7] },
    { current: 8, total: 9, pages: [5, 6, 7, 8, 9] },
    { current: 9, total: 9, pages: [5, 6, 7, 8, 9] },
    { current: 2, total: 3, pages: [1, 2, 3] },
    { current: 1, total: 1, pages: [1] },
    { current: 1, total: 0, pages: [] },
    { current: 40, total: 9, pages: [5, 6, 7, 8, 9] },
  ])("page $current of $total", ({ current, total, pages }) => {
    expect(pagesAround(current, total)).toEqual(pages);
  });
});

test("'Showing x to y of z' counts the rows of the page", () => {
  expect(rowsOfPage(1, 20, 134)).toEqual({ first: 1, last: 20 });
  expect(rowsOfPage(7, 20, 134)).toEqual({ first: 121, last: 134 });
  expect(rowsOfPage(1, 20, 0)).toEqual({ first: 0, last: 0 });
});
