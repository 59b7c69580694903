// The guarantee: servers of two versions share a database during an upgrade, until a migration removes
// what the older ones use. Then those stop gracefully, instead of failing request after request.
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { openFleet } from "../../../test/fleet.ts";
import { testLogFile } from "../../../test/test-log.ts";
import type { TestDatabase } from "../../../test/test-server.ts";
import { closeDatabase, database, openDatabase } from "../db.ts";
import { migrate } from "./migrate.ts";
import { findSchemaProblem } from "./schema-support.ts";

let db: TestDatabase;
let directory: string;
beforeAll(async () => {
  db = await cloneDatabase();
  directory = await mkdtemp(join(tmpdir(), "rokad-contract-"));
});
afterAll(async () => {
  await db.drop();
  await rm(directory, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(directory, name), text);

test("a contracting migration ends the support of versions without the one that it follows", async () => {
  openDatabase(db.url, { connections: 2 });
  onTestFinished(closeDatabase);
  await sql`drop table schema_migrations`.execute(database());
  await write("0001_a.sql", "create table old_name (n int);");
  await write("0002_b.sql", "alter table old_name add column m int;");
  await write("0003_c.sql", "-- contract after 0002_b.sql\nalter table old_name drop column n;");
  await migrate(db.url, { directory });
  const known = ["0001_a.sql", "0002_b.sql"];
  expect(await findSchemaProblem([...known, "0003_c.sql"])).toBeUndefined();
  expect(await findSchemaProblem(known)).toBeUndefined();
  expect(await findSchemaProblem(["0001_a.sql"])).toBe(
    "A newer version applied the migration 0003_c.sql, which ends the support of this version. Start the newer one.",
  );
});

test("a contracting migration names an earlier one", async () => {
  await write("0004_d.sql", "-- contract after 0005_e.sql\nselect 1;");
  await expect(migrate(db.url, { directory })).rejects.toThrow(
    "0004_d.sql names 0005_e.sql, which is no earlier migration.",
  );
});

test("servers and workers of the older version stop gracefully and say why", async () => {
  const shared = await cloneDatabase();
  const logFile = testLogFile();
  const fleet = await openFleet({ databaseUrl: shared.url, logFile });
  const old = await Promise.all([fleet.start("api"), fleet.start("worker")]);
  const exits = old.map((server) => once(server.process, "exit"));
  openDatabase(shared.url, { connections: 2 });
  onTestFinished(closeDatabase);
  await sql`
    insert into schema_migrations (name, checksum, required_migration)
    values ('9999_of_a_newer_version.sql', '', '9998_unknown_here.sql')
  `.execute(database());
  const codes = (await Promise.all(exits)) as [number | null][];
  expect(codes.map(([code]) => code)).toEqual([1, 1]);
  expect(await readFile(logFile, "utf8")).toMatch(
    /^A newer version applied the migration 9999_of_a_newer_version\.sql/m,
  );
  const { rows } = await sql`select from processes`.execute(database());
  expect(rows).toEqual([]);
  await fleet.close();
  await closeDatabase();
  await shared.drop();
});
