import pg from "pg";

const undefinedTable = "42P01";

/** For `.catch()` of a query: a table that does not exist has no rows, as in a new database. */
export function asNoRows(error: unknown): { readonly rows: never[]; readonly rowCount: 0 } {
  if (error instanceof pg.DatabaseError && error.code === undefinedTable)
    return { rows: [], rowCount: 0 };
  throw error;
}
