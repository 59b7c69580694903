// The guarantee: recorded actions form one hash chain that nobody can change unnoticed.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../../test/world.ts";
import { database, transaction } from "../../database/db.ts";
import { record } from "./record.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("20 rows added at once form one chain without gaps", async () => {
  const add = () => transaction((db) => record(db, { act: "export.made", by: null }));
  await Promise.all(Array.from({ length: 20 }, add));
  const { rows } = await sql<{ follows: boolean; whole: boolean }>`
    select
      previous_hash = lag(hash, 1, sha256('rokad audit log')) over (order by seq)
        and seq = row_number() over (order by seq) as follows,
      hash = sha256(audit_line(audit_log)) as whole
    from audit_log
  `.execute(database());
  expect(rows.length).toBeGreaterThanOrEqual(20);
  expect(rows.every(({ follows, whole }) => follows && whole)).toBe(true);
});

test("a rollback leaves no gap in the log", async () => {
  const rolledBack = transaction(async (db) => {
    await record(db, { act: "export.made", by: null });
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  await transaction((db) => record(db, { act: "export.made", by: null }));
  const { rows } = await sql<{ gap: boolean }>`
    select max(seq) <> count(*) as gap from audit_log
  `.execute(database());
  expect(rows).toEqual([{ gap: false }]);
});

test.each(["update audit_log set act = 'x'", "delete from audit_log", "truncate audit_log"])(
  "the database rejects: %s",
  async (statement) => {
    await expect(sql.raw(statement).execute(database())).rejects.toThrow("append-only");
  },
);
