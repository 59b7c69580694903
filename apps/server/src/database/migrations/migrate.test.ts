// The guarantee: a database has the newest schema, or the start stops with a clear message; a
// migration is applied once, completely, and never changes afterwards.
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import type { TestDatabase } from "../../../test/test-server.ts";
import { migrate, migrationNames, MIGRATIONS } from "./migrate.ts";

let database: TestDatabase;
let directory = "";

beforeEach(async () => {
  database = await cloneDatabase();
  directory = await mkdtemp(join(tmpdir(), "rokad-migrations-"));
  await ask("DROP TABLE schema_migrations");
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

test("a second start finds the migrations applied", async () => {
  const fresh = await cloneDatabase();
  expect(await migrate(fresh.url)).toEqual({ applied: [] });
  await fresh.drop();
});

test("a start on a current database sends one query", async () => {
  const fresh = await cloneDatabase();
  await migrate(fresh.url);
  const queries = vi.spyOn(pg.Client.prototype, "query");
  expect(await migrate(fresh.url)).toEqual({ applied: [] });
  expect(queries).toHaveBeenCalledOnce();
  queries.mockRestore();
  await fresh.drop();
});

test("4 servers that start at once apply each file once", async () => {
  await write("0001_a.sql", "CREATE TABLE race_a (n int); SELECT pg_sleep(0.1);");
  await write("0002_b.sql", "INSERT INTO race_a VALUES (1);");
  const started = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, { directory })));
  expect(started.flatMap(({ applied }) => applied)).toEqual(["0001_a.sql", "0002_b.sql"]);
  expect(await ask("SELECT n FROM race_a")).toEqual([{ n: 1 }]);
});

test("a failed file is rolled back, and those before it stay applied", async () => {
  await write("0001_a.sql", "CREATE TABLE whole (n int);");
  await write("0002_b.sql", "CREATE TABLE half (n int);\n\nSELECT nonsense;");
  await expect(migrate(database.url, { directory })).rejects.toThrow(
    'The migration 0002_b.sql failed on line 3: column "nonsense" does not exist',
  );
  expect(
    await ask(
      "SELECT to_regclass('whole') IS NOT NULL AS whole, to_regclass('half') IS NOT NULL AS half",
    ),
  ).toEqual([{ whole: true, half: false }]);
});

test("rejects an applied file that was changed, except for line ends", async () => {
  await write("0001_a.sql", "SELECT 1;\n");
  await migrate(database.url, { directory });
  await write("0001_a.sql", "SELECT 1;\r\n");
  expect(await migrate(database.url, { directory })).toEqual({ applied: [] });
  await write("0001_a.sql", "SELECT 2;\n");
  await expect(migrate(database.url, { directory })).rejects.toThrow(
    "0001_a.sql was changed after",
  );
});

test("rejects a gap and a duplicate in the numbers", async () => {
  await write("0001_a.sql", "SELECT 1;");
  await write("0003_c.sql", "SELECT 1;");
  await expect(migrate(database.url, { directory })).rejects.toThrow("should be number 0002");
  await write("0001_b.sql", "SELECT 1;");
  await expect(migrate(database.url, { directory })).rejects.toThrow("should be number 0002");
});

test("rejects a database of a newer Rokad", async () => {
  await write("0001_a.sql", "SELECT 1;");
  await write("0002_b.sql", "SELECT 1;");
  await migrate(database.url, { directory });
  await rm(join(directory, "0002_b.sql"));
  await expect(migrate(database.url, { directory })).rejects.toThrow("used by a newer version");
});

test("rejects a database of a build before the first release", async () => {
  await write("0001_old.sql", "SELECT 1;");
  await migrate(database.url, { directory });
  await rm(join(directory, "0001_old.sql"));
  await write("0001_a.sql", "SELECT 1;");
  await expect(migrate(database.url, { directory })).rejects.toThrow("can't be upgraded");
});

test("a database of the baseline gets the migration after it", async () => {
  const fresh = await cloneDatabase();
  const names = await migrationNames();
  for (const name of names) await copyFile(join(MIGRATIONS, name), join(directory, name));
  const next = `${String(names.length + 1).padStart(4, "0")}_next.sql`;
  await write(next, "ALTER TABLE people ADD COLUMN next text;");
  expect(await migrate(fresh.url, { directory })).toEqual({ applied: [next] });
  await fresh.drop();
});

test("rejects a pooler, where a lock would outlive its session", async () => {
  const pooler = await startPooler(new URL(database.url));
  try {
    await expect(migrate(pooler.url, { directory })).rejects.toThrow(
      "Set DATABASE_SESSION_URL too",
    );
    expect(await migrate(pooler.url, { directory, mayBePooled: true })).toEqual({ applied: [] });
  } finally {
    await pooler.stop();
  }
});

/** Acts like a pooler, as clients see it: reports another process number for the connection. */
async function startPooler(target: URL) {
  const server = createServer((client) => {
    const postgres = connect(Number(target.port), target.hostname);
    // A client that ends its session may reset the connection.
    for (const socket of [client, postgres]) socket.on("error", () => undefined);
    client.pipe(postgres);
    postgres.on("data", (bytes) => {
      // BackendKeyData: its letter, its length of 12, the number, the secret.
      const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (at >= 0) bytes.writeInt32BE(1, at + 5);
      client.write(bytes);
    });
    postgres.on("end", () => client.end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, stop: () => new Promise((resolve) => server.close(resolve)) };
}

function write(name: string, sql: string): Promise<void> {
  return writeFile(join(directory, name), sql);
}

async function ask(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
