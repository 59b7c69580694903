// The guarantee: db/functions holds the current text of every function, trigger and view, and a
// database that was upgraded has the same schema as a fresh one.
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { testEncryptionKey } from "../../../test/encryption-key.ts";
import { rowsMayNameNoTenant, type TestDatabase } from "../../../test/test-server.ts";
import { readEncryptionKeys } from "../../kernel/encryption-keys.ts";
import { encryptionSteps } from "../encryption/encrypt-plain-values.ts";
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

test("no migration from 0047 on defines a function, trigger or view", async () => {
  const names = (await readdir(migrations)).filter((name) => name > "0047");
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
    const path = join(directory, "end_of_sum.sql");
    const before = await appliedAt();
    await writeFile(path, (await readFile(path, "utf8")).replaceAll("24 hours", "23 hours"));
    await migrate(database.url, { functions: directory });
    const after = await appliedAt();
    const changed = after.filter(
      ({ applied_at }, at) => applied_at.getTime() !== before[at]?.applied_at.getTime(),
    );
    expect(changed.map(({ name }) => name)).toEqual(["end_of_sum.sql"]);
    const { rows } = await client.query<{ hours: number }>(
      "select extract(epoch from end_of_sum('day', now()) - now())::int / 3600 as hours",
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

describe("a database upgraded from an older release", () => {
  // The first release, and before each large change of the schema.
  test.each(["0012", "0023", "0034", "0041", "0046"])(
    "with the migrations up to %s has the schema of a fresh one",
    async (last) => {
      await client.query(rowsMayNameNoTenant);
      const expected = await describeSchema(client);
      await client.query(
        "drop schema public cascade; drop schema sandbox_bank cascade; create schema public",
      );
      const directory = await mkdtemp(join(tmpdir(), "rokad-older-"));
      for (const name of await readdir(migrations))
        if (name.slice(0, 4) <= last) await copyFile(join(migrations, name), join(directory, name));
      const steps = encryptionSteps(readEncryptionKeys(testEncryptionKey) ?? []);
      const older = await migrate(database.url, { directory, steps });
      expect(older.applied).toHaveLength(Number(last));
      await migrate(database.url, { steps });
      expect(await describeSchema(client)).toEqual(expected);
      await rm(directory, { recursive: true });
    },
  );
});

/** Columns, constraints, indexes, functions and triggers, each as PostgreSQL spells it. */
async function describeSchema(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(`
    with relations as (
      select oid, relname from pg_class
      where relnamespace in ('public'::regnamespace, 'sandbox_bank'::regnamespace)
        and relkind in ('r', 'p', 'v', 'S', 'c')
    )
    select line from (
      select format('column %s.%s %s %s %s', relname, attname, format_type(atttypid, atttypmod),
        case when attnotnull then 'not null' end, pg_get_expr(adbin, adrelid)) as line
      from relations join pg_attribute on attrelid = relations.oid
        left join pg_attrdef on adrelid = relations.oid and adnum = attnum
      where attnum > 0 and not attisdropped
      union all
      select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where conrelid in (select oid from relations)
      union all
      select pg_get_indexdef(indexrelid) from pg_index where indrelid in (select oid from relations)
      union all
      select pg_get_triggerdef(oid) from pg_trigger
      where not tgisinternal and tgrelid in (select oid from relations)
      union all
      select pg_get_functiondef(p.oid)
      from pg_proc p join pg_language l on l.oid = p.prolang where ${ours}
    ) as lines
    order by line
  `);
  return rows.map(({ line }) => line);
}
