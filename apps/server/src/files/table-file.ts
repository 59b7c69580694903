import type { TableFormat } from "@rokad/contract/table-format";
import { now } from "../kernel/clock.ts";
import { dateTimeInIndia } from "../kernel/days.ts";
import { csvText } from "./csv-file.ts";
import type { ColumnKind, Row } from "./report-table.ts";
import type { StreamedFile } from "./send-file.ts";
import { streamFile } from "./stream-file.ts";
import { workbook } from "./xlsx/workbook.ts";

interface TableFile {
  readonly format: TableFormat;
  /** Without its ending. */
  readonly name: string;
  readonly sheetName: string;
  readonly columns: readonly { readonly title: string; readonly kind?: ColumnKind }[];
  /** Texts, and amounts in paise. */
  readonly rows: AsyncIterable<readonly (string | bigint | null)[]>;
}

/**
 * A table that people fill in or read in a spreadsheet, sent while its rows are read. In a workbook
 * each text stays text, so that no account number or UTR loses digits.
 * @throws 429 `EXPORTS_BUSY` while too many exports are in progress.
 */
export function tableFile({ format, name, sheetName, columns, rows }: TableFile): StreamedFile {
  const content =
    format === "csv"
      ? csvText(
          columns.map(({ title }) => title),
          rows,
        )
      : workbook({
          sheetName,
          columns: columns.map(({ title, kind = "text" }) => ({ title, kind, width: 20 })),
          rows: asRows(rows),
          about: [["Generated on", `${dateTimeInIndia(now())} IST`]],
        });
  return { ...streamFile(format, `${name}.${format}`, content), kind: format };
}

async function* asRows(rows: TableFile["rows"]): AsyncGenerator<Row> {
  for await (const values of rows) yield { values };
}
