// The guarantee: every type arrives as it was sent, and statements differ in their parameters only.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import { closeDatabase, database, openDatabase } from "./db.ts";
import { columnList, unnestRows, type RowOf } from "./unnest-rows.ts";

let drop: () => Promise<void>;
beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  openDatabase(clone.url, { connections: 2 });
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const columns = {
  id: "uuid",
  name: "text",
  secret: "bytea",
  line: "smallint",
  tries: "int",
  paise: "bigint",
  at: "timestamptz",
  plan: "jsonb",
} as const;
type Row = RowOf<typeof columns>;

const nothing: Row = {
  id: null,
  name: null,
  secret: null,
  line: null,
  tries: null,
  paise: null,
  at: null,
  plan: null,
};
const full: Row = {
  id: "01994c5b-3c92-7f04-9d6e-1b2f4c8e7a55",
  name: `quotes " and ', commas, {braces}, \\ and NULL`,
  secret: Buffer.from([0, 92, 34, 255]),
  line: -32_768,
  tries: 2_147_483_647,
  paise: 9_007_199_254_740_993n,
  at: new Date("2026-11-26T18:30:00.123Z"),
  plan: '[{"state": "success"}]',
};

const select = (rows: readonly Row[]) =>
  sql<object>`select each.* from ${unnestRows("each", columns, rows)}`;

test("returns rows of every type in order, with nulls", async () => {
  const { rows } = await select([full, nothing, { ...full, name: "" }]).execute(database());
  const read = { ...full, plan: [{ state: "success" }] };
  expect(rows).toEqual([read, nothing, { ...read, name: "" }]);
});

test("returns no row for an empty list", async () => {
  expect((await select([]).execute(database())).rows).toEqual([]);
});

test("has the same text for any number of rows", () => {
  const [none, two] = [[], [full, nothing]].map((rows) => select(rows).compile(database()));
  expect(none?.sql).toBe(two?.sql);
  expect(two?.parameters).toHaveLength(Object.keys(columns).length);
  expect(two?.sql).toContain("unnest($1::uuid[], $2::text[], ");
  expect(two?.sql).toContain(
    "$8::jsonb[]) as each (id, name, secret, line, tries, paise, at, plan)",
  );
});

test("lists the columns of an insert in the order of the rows", async () => {
  await sql`create table copies (plan jsonb, paise bigint, at timestamptz, name text)`.execute(
    database(),
  );
  const some = { name: "text", paise: "bigint" } as const;
  await sql`
    insert into copies (${columnList(some)}, at)
    select *, now() from ${unnestRows("each", some, [{ name: "a", paise: 7n }])}
  `.execute(database());
  const { rows } = await sql`select name, paise from copies`.execute(database());
  expect(rows).toEqual([{ name: "a", paise: 7n }]);
});
