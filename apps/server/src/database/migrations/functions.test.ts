// The guarantee: db/functions holds the current text of every function, trigger and view.
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import type { TestDatabase } from "../../../test/test-server.ts";
import { FUNCTIONS } from "./apply-functions.ts";
import { migrate } from "./migrate.ts";

const migrations = join(import.meta.dirname, "../../../../../db/migrations");

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await database.drop();
});

const ours = "p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')";

test("every function, trigger and view of the database has its file, and no file is left over", async () => {
  const { rows } = await client.query<{ file: string }>(`
    select proname || '.sql' as file
    from pg_proc p join pg_language l on l.oid = p.prolang where ${ours}
    union all select tgname || '.trigger.sql' from pg_trigger where not tgisinternal
    union all select viewname || '.view.sql' from pg_views where schemaname = 'public'
    order by file
  `);
  expect(rows.map(({ file }) => file)).toEqual((await readdir(FUNCTIONS)).toSorted());
});

test("no migration defines a function, trigger or view", async () => {
  const names = await readdir(migrations);
  const texts = await Promise.all(names.map((name) => readFile(join(migrations, name), "utf8")));
  expect(
    names.filter((_, at) =>
      /create\s+(or\s+replace\s+)?(constraint\s+)?(function|trigger|view)\b/i.test(texts[at] ?? ""),
    ),
  ).toEqual([]);
});

describe("a changed file", () => {
  let directory = "";
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "rokad-functions-"));
    for (const name of await readdir(FUNCTIONS))
      await copyFile(join(FUNCTIONS, name), join(directory, name));
  });
  afterAll(() => rm(directory, { recursive: true }));

  const appliedAt = async () =>
    (
      await client.query<{ name: string; applied_at: Date }>(
        "select name, applied_at from schema_functions order by name",
      )
    ).rows;

  test("is applied again, and only it", async () => {
    const path = join(directory, "end_of_rollup.sql");
    const before = await appliedAt();
    await writeFile(path, (await readFile(path, "utf8")).replaceAll("24 hours", "23 hours"));
    await migrate(database.url, { functions: directory });
    const after = await appliedAt();
    const changed = after.filter(
      ({ applied_at }, at) => applied_at.getTime() !== before[at]?.applied_at.getTime(),
    );
    expect(changed.map(({ name }) => name)).toEqual(["end_of_rollup.sql"]);
    const { rows } = await client.query<{ hours: number }>(
      "select extract(epoch from end_of_rollup('day', now()) - now())::int / 3600 as hours",
    );
    expect(rows).toEqual([{ hours: 23 }]);
  });

  test("that fails is named, and nothing else of the run is applied", async () => {
    await writeFile(join(directory, "audit_chain.sql"), "create function audit_chain() nonsense");
    await writeFile(join(directory, "aa_new.sql"), "create function aa_new() returns int return 1");
    await expect(migrate(database.url, { functions: directory })).rejects.toThrow(
      "db/functions/audit_chain.sql failed: ",
    );
    const { rows } = await client.query("select 1 from pg_proc where proname = 'aa_new'");
    expect(rows).toEqual([]);
  });
});
