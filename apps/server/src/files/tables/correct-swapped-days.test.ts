// The guarantee: a column of dates that a spreadsheet converted by half has the days that were written,
// and dates that it did not convert stay as they are.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSheet } from "../../../test/read-sheet.ts";
import { xlsxFile, type XlsxCell } from "../../../test/xlsx-file.ts";

const daysOf = (file: Buffer) => readSheet(file).map(([day]) => day);
/** A date cell of a day. */
const cell = (day: string) => ({ day: Date.parse(day) / 86_400_000 + 25_569 });

test("3 and 5 November that became 11 March and 11 May are November again", () => {
  const file = readFileSync(new URL("samples/half-converted-dates.xlsx", import.meta.url));
  expect(daysOf(file)).toEqual(["Date", "2026-11-03", "2026-11-05", "20/11/2026", "21/11/2026"]);
});

test.for<readonly [name: string, cells: readonly XlsxCell[], days: readonly string[]]>([
  [
    "also with the newest first",
    ["21-11-2026", cell("2026-12-11"), cell("2026-01-11")],
    ["21-11-2026", "2026-11-12", "2026-11-01"],
  ],
  [
    "not if a text has a day that it would have converted",
    [cell("2026-03-11"), "05/11/2026", "20/11/2026"],
    ["2026-03-11", "05/11/2026", "20/11/2026"],
  ],
  [
    "not if a date cell has a day that is no month",
    [cell("2026-11-03"), cell("2026-11-14"), "20/11/2026"],
    ["2026-11-03", "2026-11-14", "20/11/2026"],
  ],
  [
    "not if the days are closer together as they are",
    [cell("2026-11-03"), cell("2026-11-05"), "20/11/2026"],
    ["2026-11-03", "2026-11-05", "20/11/2026"],
  ],
  ["not without texts", [cell("2026-03-11"), cell("2026-05-11")], ["2026-03-11", "2026-05-11"]],
])("%s", ([, cells, days]) => {
  expect(daysOf(xlsxFile(cells.map((one) => [one])))).toEqual(days);
});
