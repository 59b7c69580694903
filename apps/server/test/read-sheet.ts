import { readXlsx } from "../src/money-in/statement-import/read-xlsx.ts";

/** The cell texts of each row of a workbook's first sheet. */
export function readSheet(file: Buffer): (readonly string[])[] {
  return readXlsx(file).map(({ cells }) => cells);
}
