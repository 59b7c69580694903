import type { TableRow } from "../src/files/tables/parsed-table.ts";
import { readCsv } from "../src/files/tables/read-csv.ts";
import { readXlsx } from "../src/files/tables/read-xlsx.ts";

const limits = { rowsMax: 2_000_000, columnsMax: 60 };

/** The rows of a CSV file. */
export const readCsvRows = (file: Buffer): TableRow[] => readCsv(file, limits);

/** The rows of a workbook's first sheet. */
export const readRows = (file: Buffer): readonly TableRow[] => readXlsx(file, limits).rows;

/** The cell texts of each row of a workbook's first sheet. */
export function readSheet(file: Buffer): (readonly string[])[] {
  return readRows(file).map(({ cells }) => cells);
}
