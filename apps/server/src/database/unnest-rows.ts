import { sql, type RawBuilder } from "kysely";

/** The PostgreSQL types of columns, with their values in TypeScript. */
interface ValueOf {
  readonly uuid: string;
  readonly text: string;
  readonly bytea: Buffer;
  readonly smallint: number;
  readonly int: number;
  readonly bigint: bigint;
  readonly boolean: boolean;
  /** A day, `YYYY-MM-DD`. */
  readonly date: string;
  /** An ISO 8601 text or a date. */
  readonly timestamptz: Date | string;
  /** JSON as text. */
  readonly jsonb: string;
}

export type Columns = Readonly<Record<string, keyof ValueOf>>;

/** A row with a value for each column. */
export type RowOf<C extends Columns> = {
  readonly [Name in keyof C]: ValueOf[C[Name]] | null;
};

/**
 * Rows as a table of a statement, `unnest($1::uuid[], $2::text[]) as after (id, status)`: one array
 * parameter per column. The text does not depend on the rows, so the statement can be prepared.
 * @param alias the table's name in the statement.
 * @param columns each column's name and type, in the order of the table.
 */
export function unnestRows<const C extends Columns>(
  alias: string,
  columns: C,
  rows: readonly RowOf<C>[],
): RawBuilder<RowOf<C>> {
  const names = Object.keys(columns);
  const arrays = names.map((name) => rows.map((row) => row[name]));
  const types = names.map((name) => `::${columns[name] ?? ""}[]`);
  const fragments = ["unnest(", ...types.map((type) => `${type}, `)];
  fragments[names.length] = `${types.at(-1) ?? ""}) as ${alias} (${names.join(", ")})`;
  // Building the fragments here costs no more than a written template with the same parameters.
  return sql(fragments as unknown as TemplateStringsArray, ...arrays);
}

/** The columns' names, for the list of an `insert`. */
export function columnList(columns: Columns): RawBuilder<unknown> {
  return sql.raw(Object.keys(columns).join(", "));
}
