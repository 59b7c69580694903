// The guarantee: a number of a workbook is read with the zeros that its format shows.
import { strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { rowOf, workbookOf } from "../../../test/workbook-parts.ts";
import { readXlsx } from "./read-xlsx.ts";
import { readAmount } from "./read-amount.ts";

/** The text of a number in a cell of this format. */
function readCell(format: string, number: string): string | undefined {
  const workbook = workbookOf({
    name: "Payments",
    rows: [rowOf([`<c s="1"><v>${number}</v></c>`])],
  });
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`;
  const parts = { ...unzipSync(workbook), "xl/styles.xml": strToU8(styles) };
  const bytes = Buffer.from(zipSync(parts));
  return readXlsx(bytes, { rowsMax: 1, columnsMax: 1 }).rows[0]?.cells[0];
}

test.each([
  ["000000000000", "405112233", "000405112233"],
  ["000000000000", "50100011223344", "50100011223344"],
  ["00", "0", "00"],
  ["0", "405112233", "405112233"],
  ["0.00", "405112233", "405112233"],
  ["000", "1.5", "1.5"],
  ["000", "-5", "-5"],
  ["000000000000000000", "1234567890123456", "1.23456789012346E+15"],
  ["0".repeat(10_000), "5", "5"],
])("the format %s shows %s as %s", (format, number, text) => {
  expect(readCell(format, number)).toBe(text);
});

test("an amount with zeros before it is the same amount", () => {
  expect(readAmount(readCell("0000000", "15000") ?? "")?.paise).toBe(15_000_00n);
});
