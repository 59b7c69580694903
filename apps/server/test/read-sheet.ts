import { readXlsx } from "../src/statement-import/read-xlsx.ts";

/** The lines of a workbook's first sheet as the texts of their cells. */
export function readSheet(file: Buffer): (readonly string[])[] {
  return readXlsx(file).map(({ cells }) => cells);
}
