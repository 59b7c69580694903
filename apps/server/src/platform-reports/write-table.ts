import { limits } from "@rokad/contract/limits";
import type { ReportFormat } from "@rokad/contract/platform-reports";
import { csvText, type Cell } from "../csv-file.ts";
import { dateTimeInIndia, dayInIndia } from "../days.ts";
import { reportTooLarge } from "../errors.ts";
import { printed } from "../pdf/printed.ts";
import { drawReport, type Heading } from "./report-sheet.ts";
import type { Column, Row, Table, Value } from "./table.ts";
import { workbook } from "./xlsx/workbook.ts";

/**
 * A report as the bytes of its file, while its rows are read.
 * @throws a `Refusal` for more lines than a PDF or a workbook takes.
 */
export function writeTable(
  format: ReportFormat,
  heading: Heading,
  table: Table,
): AsyncIterable<string | Buffer> {
  if (format === "csv") return asCsv(table);
  if (format === "xlsx") return asWorkbook(heading, table);
  const rows = atMost(limits.statementPdfLinesMax, table.rows);
  return printed(
    heading.title,
    heading.product,
    (sheet) => drawReport(sheet, heading, { ...table, rows }),
    "landscape",
  );
}

function asCsv({ columns, rows }: Table): AsyncIterable<string> {
  return csvText(
    columns.map(({ title }) => title),
    cells(),
  );

  async function* cells(): AsyncGenerator<Cell[]> {
    for await (const { values } of rows) {
      yield columns.map((column, at) => cell(values[at] ?? null, column));
    }
  }
}

/** For a CSV a bigint is paise: a count goes as its digits. */
function cell(value: Value, { kind }: Column): Cell {
  if (typeof value === "bigint" && kind === "count") return String(value);
  if (typeof value === "string" && kind === "day") return dayInIndia(value);
  return value;
}

function asWorkbook({ product, title, period, madeAt }: Heading, { columns, rows, notes }: Table) {
  return workbook({
    sheetName: "Report",
    columns,
    rows,
    about: [
      ["Report", title],
      ["Period", period],
      ["Made on", `${dateTimeInIndia(madeAt)} IST`],
      ["Made by", product],
      ["Amounts", "Indian rupees"],
      ...notes.map((note, at) => [at === 0 ? "Notes" : "", note] as const),
    ],
  });
}

async function* atMost(lines: number, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > lines) {
      throw reportTooLarge(
        `A PDF takes at most ${lines.toLocaleString("en-IN")} lines. Choose Excel or CSV, or a shorter period.`,
      );
    }
    yield row;
  }
}
