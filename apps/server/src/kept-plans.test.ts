// The guarantee: a statement that asks for it is planned once on a connection, and nothing is kept
// where a pooler may lead the next statement to another session.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../test/clone-database.ts";
import { closeDatabase, database, openDatabase } from "./db.ts";
import { keptPlan } from "./kept-plans.ts";

let url: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ url, drop } = await cloneDatabase());
});
afterAll(() => drop());

async function keptAfter(sessionUrl: string | undefined): Promise<string[]> {
  openDatabase(url, { connections: 1, sessionUrl });
  try {
    for (const number of [1, 2]) {
      const kept = sql<{ number: number }>`
        ${keptPlan} select ${number}::int as number
      `.execute(database());
      expect((await kept).rows).toEqual([{ number }]);
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

test("only what is marked is kept, once for all its parameters", async () => {
  expect(await keptAfter(undefined)).toEqual([expect.stringContaining("select $1::int as number")]);
});

test("behind a pooler nothing is kept", async () => {
  expect(await keptAfter(url)).toEqual([]);
});
