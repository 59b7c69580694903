// The guarantee: the queries that a runbook names run on a database of Rokad, as its own account.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";

const folder = join(import.meta.dirname, "../../../../../docs/operations");

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("each query of the pages for operators can be run", async () => {
  const pages = (await readdir(folder)).filter((name) => name.endsWith(".md"));
  const texts = await Promise.all(pages.map((name) => readFile(join(folder, name), "utf8")));
  const queries = texts.flatMap((text) =>
    [...text.matchAll(/`(select [^`]+)`/g)].map(([, query = ""]) => query),
  );
  expect(queries.length).toBeGreaterThan(2);
  // Plans them without running them: one drops a replication slot.
  for (const query of queries) await sql`explain ${sql.raw(query)}`.execute(database());
});
