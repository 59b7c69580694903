import { sql, type RawBuilder } from "kysely";

/** How PostgreSQL writes a cell, so that it comes out as `csv-file.ts` would write it. */
export type CellSql = RawBuilder<string | null>;
type Sql = RawBuilder<unknown>;

/** What a spreadsheet takes for the beginning of a formula, in either width: = + - @, tab, return. */
const formulaStarts = [..."=+-@\t\r＝＋－＠"].map((sign) => sign.codePointAt(0) ?? 0);

/** Text as people wrote it: an apostrophe keeps it from running as a formula. */
export function textCell(text: Sql): CellSql {
  const starts = sql.join(formulaStarts.map((code) => sql.lit(code)));
  // COPY quotes an empty text to tell it from null; a file has nothing for both.
  return sql`case when ascii(${text}) in (${starts}) then '''' || ${text} else nullif(${text}, '') end`;
}

/** Text of our own, such as a status, an id or a masked number: it can't be a formula. */
export function ownCell(text: Sql): CellSql {
  return sql`${text}`;
}

/** `21/11/2026 14:05:09` in Asia/Kolkata. */
export function instantCell(instant: Sql): CellSql {
  return sql`to_char(${instant} at time zone 'Asia/Kolkata', 'DD/MM/YYYY HH24:MI:SS')`;
}

/** `1506.15` of paise: a number, also below zero. Exact, as the factor is a decimal. */
export function rupeesCell(paise: Sql): CellSql {
  return sql`${paise} * 0.01`;
}
