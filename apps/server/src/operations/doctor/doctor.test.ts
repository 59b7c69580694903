// The guarantee: the doctor finds each planted fault, says what to do, and fails; a good installation
// passes.
import { chmod, mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeDataDirectory, temporaryDataDirectory } from "../../../test/data-directory.ts";
import { testEncryptionKey } from "../../../test/encryption-key.ts";
import { freePort } from "../../../test/free-port.ts";
import { composePlatform } from "../../compose-platform.ts";
import { closeDatabase, openDatabase } from "../../database/db.ts";
import {
  findSuperuser,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "../../database/embedded/start-embedded-postgres.ts";
import { migrate } from "../../database/migrations/migrate.ts";
import { useClock } from "../../kernel/clock.ts";
import { checkDrill } from "./check-drill.ts";
import { doctorCommand } from "./doctor-command.ts";
import type { DoctorFinding } from "@rokad/contract/doctor";

let postgres: EmbeddedPostgres;
let folder: string;
/** A server of its own: that of the tests gives up durability for speed. */
beforeAll(async () => {
  folder = await temporaryDataDirectory("doctor");
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  await migrate(postgres.url);
});
afterAll(async () => {
  await postgres.stop();
  await removeDataDirectory(folder);
});

/** What the doctor finds with these settings, and its error. */
async function examine(settings: Readonly<Record<string, string>> = {}) {
  const lines: string[] = [];
  const error = await doctorCommand(["--json"], {
    env: {
      NODE_ENV: "test",
      DATA_DIR: folder,
      APP_SECRET: "a secret that only tests ever know of",
      ENCRYPTION_KEY: testEncryptionKey,
      ...settings,
    },
    print: (line) => lines.push(line),
    compose: composePlatform,
  }).then(
    () => null,
    (thrown: Error) => thrown.message,
  );
  const { ok, findings } = JSON.parse(lines.join("\n")) as {
    ok: boolean;
    findings: readonly DoctorFinding[];
  };
  return { ok, error, findings, faults: findings.filter(({ is_ok: isOk }) => !isOk) };
}

async function query(text: string, connectionString = postgres.url): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** One fault, of this check, whose detail and remedy contain these texts. */
function expectFault(
  { ok, error, faults }: Awaited<ReturnType<typeof examine>>,
  [check, detail, remedy]: readonly [string, string, string],
): void {
  expect(faults).toEqual([
    {
      check,
      is_ok: false,
      detail: expect.stringContaining(detail),
      remedy: expect.stringContaining(remedy),
    },
  ]);
  expect(ok).toBe(false);
  expect(error).toMatch(/^1 of \d+ checks need correcting$/);
}

test("a good installation passes every check, on the server that already runs", async () => {
  const { ok, error, findings } = await examine();
  expect(findings.filter(({ is_ok: isOk }) => !isOk)).toEqual([]);
  expect({ ok, error }).toEqual({ ok: true, error: null });
  expect(findings.map(({ check }) => check)).toEqual([
    "Settings",
    "Disk space",
    "Backups",
    "Database version",
    "Durability",
    "Connections",
    "Connection encryption",
    "pg_trgm",
    "Migrations",
    "Clock",
    "Encryption keys",
    "Kind of money",
    "Restore drill",
    "Provider primary",
    "Provider alternative",
    "SMS",
    "E-mail",
  ]);
});

test("prints a line for each check, and what to do under a bad one", async () => {
  const lines: string[] = [];
  const run = doctorCommand([], {
    env: { NODE_ENV: "test", PORT: "many", DATA_DIR: folder },
    print: (line) => lines.push(line),
    compose: composePlatform,
  });
  await expect(run).rejects.toThrow("1 of 1 checks need correcting");
  expect(lines).toEqual([
    expect.stringMatching(/^✗ Settings: Invalid settings:\n {2}PORT: /),
    "  → Correct them: .env.example describes each",
  ]);
});

test("finds that PostgreSQL may lose commits", async () => {
  await query("alter database rokad set synchronous_commit = off");
  const found = await examine();
  await query("alter database rokad reset synchronous_commit");
  expectFault(found, ["Durability", "synchronous_commit = off", "Set synchronous_commit to on"]);
});

test("finds commits that do not wait for the synchronous standby", async () => {
  const { url } = await findSuperuser(folder);
  await query("alter database rokad set synchronous_commit = local");
  expect((await examine()).faults).toEqual([]);
  await query("alter system set synchronous_standby_names = 'standby'", url);
  await query("select pg_reload_conf()", url);
  const remedies = async () => (await examine()).faults.map(({ remedy }) => remedy);
  const expected = [expect.stringContaining("Set synchronous_commit to on")];
  await expect.poll(remedies).toEqual(expected);
  await query("alter system reset synchronous_standby_names", url);
  await query("select pg_reload_conf()", url);
  await query("alter database rokad reset synchronous_commit");
});

test("finds more pools than PostgreSQL has connections", async () => {
  await query(`
    insert into processes (
      id, role, host, version, started_at, beat_at, secret_name, encryption_keys
    )
    select gen_random_uuid(), 'api', 'many', '0', now(), now(), 'none', '{}'
    from generate_series(1, 40)
  `);
  const found = await examine({ DATABASE_CONNECTIONS: "100" });
  // A pooler limits the pools, and the sessions beside them fit.
  const addresses = { DATABASE_URL: postgres.url, DATABASE_SESSION_URL: postgres.url };
  const pooled = await examine({ DATABASE_CONNECTIONS: "100", ...addresses });
  await query("delete from processes");
  expectFault(found, ["Connections", "40 processes open up to 4080", "Raise max_connections"]);
  expect(pooled.faults).toEqual([]);
});

test("finds nothing but missing migrations in a new database", async () => {
  await query("create database new_one");
  const found = await examine({ DATABASE_URL: postgres.url.replace(/rokad$/, "new_one") });
  expect(found.faults.map(({ check }) => check)).toEqual(["Migrations"]);
  expect(found.findings.map(({ check }) => check)).toContain("Durability");
});

test("finds a missing migration, and examines no table then", async () => {
  await query("create table kept as select * from schema_migrations where name like '0002%'");
  await query("delete from schema_migrations where name like '0002%'");
  const found = await examine();
  await query("insert into schema_migrations select * from kept");
  await query("drop table kept");
  expectFault(found, ["Migrations", "1 missing: 0002_settings.sql", "it migrates the database"]);
  expect(found.findings.at(-1)?.check).toBe("Clock");
});

test("finds a clock that differs by more than a few seconds", async () => {
  const restore = useClock(() => new Date(Date.now() + 60_000));
  const found = await examine();
  restore();
  expectFault(found, ["Clock", "ahead of the database", "NTP"]);
});

test("finds an encryption key that is not this database's", async () => {
  await examine();
  const found = await examine({ ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64") });
  expect(found.faults.map(({ check }) => check)).toEqual(["Encryption keys"]);
});

test("finds a secret that other accounts can read", async () => {
  const path = join(folder, "metrics-token");
  await writeFile(path, "metrics-metrics-metrics-metrics-metrics");
  await chmod(path, 0o644);
  const found = await examine({ METRICS_TOKEN_FILE: path });
  expectFault(found, ["Key file", "(644)", `chmod 600 ${path}`]);
  await chmod(path, 0o600);
  expect((await examine({ METRICS_TOKEN_FILE: path })).faults).toEqual([]);
});

test("finds that backups stopped, are missing, or go elsewhere", async () => {
  const backups = join(folder, "backups");
  expectFault(await examine({ BACKUP_DIR: backups }), ["Backups", "ENOENT", "Mount the folder"]);
  await mkdir(backups);
  await writeFile(join(backups, "rokad.dump.part"), "PGDMP\0\0\0\0\0");
  await writeFile(join(backups, "backup.log"), "backed up");
  await writeFile(join(backups, "empty.dump"), "");
  expectFault(await examine({ BACKUP_DIR: backups }), ["Backups", "has no backup", "nightly"]);
  const path = join(backups, "rokad.dump");
  await writeFile(path, "PGDMP\0\0\0\0\0");
  expect((await examine({ BACKUP_DIR: backups })).faults).toEqual([]);
  const threeDaysAgo = new Date(Date.now() - 3 * 24 * 3_600_000);
  await utimes(path, threeDaysAgo, threeDaysAgo);
  expectFault(await examine({ BACKUP_DIR: backups }), ["Backups", "72 hours old", "nightly"]);
});

test("finds that the last restore drill failed, or found faults", async () => {
  const add = (problem: string, faults: number) =>
    query(`
      insert into restore_drills (
        id, started_at, finished_at, backup_name, fault_count, faulty_rules, problem
      ) values (
        gen_random_uuid(), now(), now(), 'rokad.dump', ${faults}, '{every posting sums to zero}',
        nullif('${problem}', '')
      )
    `);
  await add("pg_restore was not found", 0);
  expectFault(await examine(), ["Restore drill", "pg_restore was not found", "Correct that. Run"]);
  await add("", 2);
  expectFault(await examine(), [
    "Restore drill",
    "2 faults: every posting sums",
    "admin -- verify",
  ]);
  await add("", 0);
  expect((await examine()).faults).toEqual([]);
  await query("delete from restore_drills");
});

test("finds a missing or overdue restore drill in production only", async () => {
  openDatabase(postgres.url, { connections: 1 });
  const examineDrill = async (production: boolean) => (await checkDrill(production))[0];
  const none = await examineDrill(true);
  expect(none).toMatchObject({ is_ok: false, remedy: expect.stringContaining("weekly") });
  expect((await examineDrill(false))?.is_ok).toBe(true);
  await query(`
    insert into restore_drills (id, started_at, finished_at, backup_name)
    values (gen_random_uuid(), now() - interval '9 days', now() - interval '9 days', 'rokad.dump')
  `);
  expect(await examineDrill(true)).toMatchObject({
    is_ok: false,
    detail: expect.stringContaining("more than 8 days"),
  });
  expect((await examineDrill(false))?.is_ok).toBe(true);
  await query("delete from restore_drills");
  await closeDatabase();
});

test("finds a database that does not answer", async () => {
  const url = `postgres://rokad@127.0.0.1:${await freePort()}/rokad`;
  const found = await examine({ DATABASE_URL: url });
  expectFault(found, ["Database", "did not answer", "Start PostgreSQL"]);
});

test("finds a mail server that does not answer", async () => {
  const found = await examine({
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: `${await freePort()}`,
    SMTP_TLS: "none",
    MAIL_FROM: "rokad@example.in",
  });
  expectFault(found, ["E-mail", "127.0.0.1", "docs/operations/email.md"]);
});

test("names the settings that a provider and an SMS gateway lack", async () => {
  const found = await examine({
    PRIMARY_PROVIDER: "razorpayx",
    ALTERNATIVE_PROVIDER: "razorpayx",
    SMS_PROVIDER: "msg91",
    DEMO_ACCOUNTS: "0",
  });
  expect(found.faults.map(({ check }) => check)).toEqual([
    "Provider primary",
    "Provider alternative",
    "SMS",
  ]);
  for (const { detail } of found.faults) expect(detail).toMatch(/ lacks \w+/);
});

test("finds a missing extension", async () => {
  await query("drop extension pg_trgm cascade");
  expectFault(await examine(), ["pg_trgm", "not installed", "create extension pg_trgm"]);
});
