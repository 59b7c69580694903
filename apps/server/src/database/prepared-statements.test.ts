// The guarantee: a marked statement is prepared once per connection, and none is prepared where a
// pooler may send the next statement to another session.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import { closeDatabase, database, openDatabase } from "./db.ts";
import { prepared } from "./prepared-statements.ts";

let url: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ url, drop } = await cloneDatabase());
});
afterAll(() => drop());

async function preparedAfterUse(sessionUrl: string | undefined): Promise<string[]> {
  openDatabase(url, { connections: 1, sessionUrl });
  try {
    for (const number of [1, 2]) {
      const query = sql<{ number: number }>`
        ${prepared} select ${number}::int as number
      `.execute(database());
      expect((await query).rows).toEqual([{ number }]);
      await sql`select ${number}::int as other`.execute(database());
    }
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements
    `.execute(database());
    return rows.map(({ statement }) => statement);
  } finally {
    await closeDatabase();
  }
}

test("prepares only marked statements, once for all parameters", async () => {
  expect(await preparedAfterUse(undefined)).toEqual([
    expect.stringContaining("select $1::int as number"),
  ]);
});

test("prepares nothing behind a pooler", async () => {
  expect(await preparedAfterUse(url)).toEqual([]);
});
