import { UnreadableFile, type Table, type TableLimits } from "./parsed-table.ts";
import { readCsv } from "./read-csv.ts";
import { readXlsx } from "./read-xlsx.ts";
import { recogniseFile } from "./recognise-file.ts";

/**
 * Parses a CSV file or one visible sheet of an XLSX workbook: the first of those that fit best. It can
 * take seconds: call it in another process.
 * @throws {UnreadableFile} with the reason.
 */
export function parseTable(bytes: Uint8Array, limits: TableLimits): Table {
  const file = Buffer.from(bytes);
  const kind = recogniseFile(file);
  const table = kind === "xlsx" ? readXlsx(file, limits) : { rows: readCsv(file, limits) };
  if (table.rows.length === 0) throw new UnreadableFile("The file has no lines.");
  return { kind, ...table };
}
