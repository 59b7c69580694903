// The guarantee: a stopped installation moves to another PostgreSQL with every row, or nothing of it
// does; its guards work there, and a start in the old folder does not continue on the old database.
import { readdir } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { removeDataDirectory, temporaryDataDirectory } from "../../../test/data-directory.ts";
import { testEncryptionKey } from "../../../test/encryption-key.ts";
import { emptyDatabase, type TestDatabase } from "../../../test/test-server.ts";
import { composePlatform } from "../../compose-platform.ts";
import { closeDatabase, openDatabase } from "../../database/db.ts";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "../../database/embedded/start-embedded-postgres.ts";
import { migrate } from "../../database/migrations/migrate.ts";
import { readConfig } from "../../kernel/config.ts";
import { seedDemo } from "../demo/seed-demo.ts";
import { copyDatabaseCommand } from "./copy-command.ts";

let dataDir: string;
let target: TestDatabase;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = await temporaryDataDirectory("copy-test");
  target = await emptyDatabase(inject("testServer"));
  await start();
  await migrate(postgres.url);
  openDatabase(postgres.url, { connections: 4 });
  await composePlatform(config(), () => {});
  await seedDemo(() => {}, 3);
  await closeDatabase();
});
afterAll(async () => {
  await target.drop();
  await removeDataDirectory(dataDir);
});

const start = async () => {
  const settings = { fsync: "off" };
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
};
const config = () =>
  readConfig({
    NODE_ENV: "test",
    APP_SECRET: "a secret that only tests ever know of",
    ENCRYPTION_KEY: testEncryptionKey,
    DATA_DIR: dataDir,
  });

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** @param stopAt the line of output at which the process is asked to stop. */
async function copy(stopAt?: string) {
  const stop = new AbortController();
  const lines: string[] = [];
  const error = await copyDatabaseCommand(["--to", target.url], {
    config: config(),
    compose: composePlatform,
    signal: stop.signal,
    print(line) {
      lines.push(line);
      if (line === stopAt) stop.abort();
    },
  }).then(
    () => null,
    (thrown: Error) => thrown.message,
  );
  return { error, lines };
}

/** The number of rows of each table of each schema. */
async function countRows(url: string) {
  const tables = await ask(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const counts = tables
    .map(({ name }) => String(name))
    .map((name) => `select '${name}' as name, count(*)::int as count from ${name}`);
  return ask(url, `${counts.join(" union all ")} order by name`);
}

const people = "select count(*)::int as count from people";
const guards = `
  select 'trigger ' || tgname as name, tgenabled::text as state from pg_trigger where not tgisinternal
  union all select 'constraint ' || conname, pg_get_constraintdef(oid) from pg_constraint
  where connamespace = 'public'::regnamespace
  union all select 'sequence ' || sequencename, last_value::text from pg_sequences
  order by 1
`;

test("an installation moves whole, once no server runs on it", async () => {
  expect((await copy()).error).toMatch(/^Another Rokad .+ is running on .+Stop it first/);
  await ask(
    postgres.url,
    `insert into processes (id, role, host, version, started_at, beat_at)
     values (gen_random_uuid(), 'worker', 'second-host', '0.1.0', now(), now())`,
  );
  const before = await ask(postgres.url, guards);
  await postgres.stop();
  expect((await copy()).error).toMatch(/^The process second-host still runs on this database/);
  await start();
  await ask(postgres.url, "delete from processes");
  const rows = await countRows(postgres.url);
  await postgres.stop();

  // Stopped half-way, nothing is there, and the next run starts from the beginning.
  expect((await copy("Copying payouts")).error).toMatch(/abort/i);
  expect(await ask(target.url, people)).toEqual([{ count: 0 }]);

  const { error, lines } = await copy();
  expect(error).toBeNull();
  expect(lines).toContain("The books of the copy balance");
  const filled = rows.flatMap(({ name, count }) => (count === 0 ? [] : [name]));
  expect(filled).toEqual(expect.arrayContaining(["public.payouts", "sandbox_bank.transfers"]));
  expect(await countRows(target.url)).toEqual(rows);
  expect(await ask(target.url, guards)).toEqual(before);
  await expect(ask(target.url, "update ledger_entries set amount_paise = 1")).rejects.toThrow(
    "ledger_entries is append-only",
  );
  expect(await readdir(dataDir)).toContain("postgres.copied");
  expect(await readdir(dataDir)).not.toContain("postgres");

  const again = copyDatabaseCommand(["--to", target.url], {
    config: { ...config(), databaseUrl: target.url },
    compose: composePlatform,
    signal: new AbortController().signal,
    print: () => {},
  });
  await expect(again).rejects.toThrow("has tables already");
});

test.each([[], ["--to", "/var/lib/rokad"], ["--from", "postgres://x"]])(
  "asks for the address instead of %s %s",
  async (...args) => {
    const refused = copyDatabaseCommand(args.filter(Boolean), {
      config: config(),
      compose: composePlatform,
      signal: new AbortController().signal,
      print: () => {},
    });
    await expect(refused).rejects.toThrow(/--to|--from/);
  },
);
