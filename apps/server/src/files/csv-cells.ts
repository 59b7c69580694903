import { sql, type RawBuilder } from "kysely";

/** SQL for a cell. PostgreSQL then writes the same text as `csv-file.ts`. */
export type CellSql = RawBuilder<string | null>;
type Sql = RawBuilder<unknown>;

/** Characters that start a formula in a spreadsheet, in both widths: = + - @, tab, return. */
const formulaStarts = [..."=+-@\t\r＝＋－＠"].map((sign) => sign.codePointAt(0) ?? 0);

/** Text of users. An apostrophe before a formula character keeps it from running as a formula. */
export function textCell(text: Sql): CellSql {
  const starts = sql.join(formulaStarts.map((code) => sql.lit(code)));
  // COPY would quote an empty text; as null it becomes an empty cell.
  return sql`case when ascii(${text}) in (${starts}) then '''' || ${text} else nullif(${text}, '') end`;
}

/** Text of the product, such as a status, an id or a masked number, which is never a formula. */
export function trustedCell(text: Sql): CellSql {
  return sql`${text}`;
}

/** `21/11/2026 14:05:09` in Asia/Kolkata. */
export function instantCell(instant: Sql): CellSql {
  return sql`to_char(${instant} at time zone 'Asia/Kolkata', 'DD/MM/YYYY HH24:MI:SS')`;
}

/** Paise as rupees, for example `1506.15`. Exact, because the factor is a decimal. */
export function rupeesCell(paise: Sql): CellSql {
  return sql`${paise} * 0.01`;
}
