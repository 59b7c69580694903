// The guarantee: the drill restores a real backup and verifies it, finds one that was tampered with,
// leaves nothing behind, and stores in the installation how it ended.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rename,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeDataDirectory, temporaryDataDirectory } from "../../../test/data-directory.ts";
import { testEncryptionKey } from "../../../test/encryption-key.ts";
import { composePlatform } from "../../compose-platform.ts";
import { closeDatabase, openDatabase } from "../../database/db.ts";
import { createBackup } from "../../database/embedded/create-backup.ts";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "../../database/embedded/start-embedded-postgres.ts";
import { migrate } from "../../database/migrations/migrate.ts";
import { readConfig } from "../../kernel/config.ts";
import { seedDemo } from "../demo/seed-demo.ts";
import { restoreDrillCommand } from "./restore-drill.ts";

let parent: string;
let backups: string;
let scratchParent: string;
let dataDir: string;
let postgres: EmbeddedPostgres;

const environment = (settings: Readonly<Record<string, string>> = {}) => ({
  NODE_ENV: "test",
  APP_SECRET: "a secret that only tests ever know of",
  ENCRYPTION_KEY: testEncryptionKey,
  DATA_DIR: dataDir,
  ...settings,
});

const config = (settings?: Readonly<Record<string, string>>) => readConfig(environment(settings));

/** An installation with days of the demo's history, backed up before and after a forbidden change. */
beforeAll(async () => {
  parent = await temporaryDataDirectory("drill-test");
  backups = join(parent, "backups");
  scratchParent = await mkdtemp(join(parent, "scratch-"));
  await mkdir(backups);
  dataDir = join(parent, "data");
  const settings = { fsync: "off" };
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
  await migrate(postgres.url);
  openDatabase(postgres.url, { connections: 4 });
  await composePlatform(config(), () => {});
  await seedDemo(() => {}, 3);
  await closeDatabase();
  await createBackup({ dataDir, to: join(parent, "good") });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("alter table ledger_entries disable trigger user");
  await client.query(`
    update ledger_entries set amount_paise = amount_paise + 100
    where ctid = (select ctid from ledger_entries where account = 'available' limit 1)
  `);
  await client.end();
  await createBackup({ dataDir, to: join(backups, "tampered") });
});
afterAll(async () => {
  await postgres.stop();
  await removeDataDirectory(dataDir);
  await removeDataDirectory(parent);
});

/** What the installation knows of its drills, newest first. */
async function storedDrills(): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const text = "select * from restore_drills order by started_at desc, id desc";
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function drill(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const lines: string[] = [];
  const error = await restoreDrillCommand(args, {
    config: config(settings),
    print: (line) => lines.push(line),
    compose: composePlatform,
    signal: new AbortController().signal,
    scratchParent,
  }).then(
    () => null,
    (thrown: Error) => thrown.message,
  );
  // Whatever happens, nothing of the scratch server is left.
  expect(await readdir(scratchParent)).toEqual([]);
  return { error, lines };
}

test("restores and verifies the named backup, and says how long it took", async () => {
  const { error, lines } = await drill(["--from", join(parent, "good"), "--json"]);
  expect(error).toBeNull();
  const result = JSON.parse(lines.join("")) as { checks: { rules: unknown[] }[] };
  expect(result).toMatchObject({
    ok: true,
    backup: join(parent, "good"),
    kind: "data directory",
    migrations: 0,
    fault_count: 0,
  });
  const rules = result.checks.flatMap((check) => check.rules).length;
  expect(rules).toBeGreaterThan(20);
  expect((await storedDrills())[0]).toMatchObject({
    finished_at: expect.any(Date),
    backup_name: "good",
    backup_at: expect.any(Date),
    restore_ms: expect.any(Number),
    verify_ms: expect.any(Number),
    rule_count: rules,
    fault_count: 0,
    faulty_rules: [],
    problem: null,
  });
});

test("takes the newest backup of BACKUP_DIR, and finds what was tampered with", async () => {
  const { error, lines } = await drill([], { BACKUP_DIR: backups });
  expect(error).toMatch(/tampered have [1-9]\d* faults$/);
  expect(lines.filter((line) => line.startsWith("FAULT")).length).toBeGreaterThan(0);
  expect(lines.join("\n")).not.toContain("its books balance");
  const [stored] = await storedDrills();
  expect(stored).toMatchObject({ backup_name: "tampered", problem: null });
  expect(stored?.["fault_count"]).toBeGreaterThan(0);
  expect(stored?.["faulty_rules"]).toContain("every posting sums to zero");
});

test("restores nothing without its encryption key", async () => {
  const key = Buffer.alloc(32, 7).toString("base64");
  const { error } = await drill(["--from", join(parent, "good")], { ENCRYPTION_KEY: key });
  expect(error).toContain("ENCRYPTION_KEY");
  expect((await storedDrills())[0]).toMatchObject({
    backup_name: "good",
    restore_ms: null,
    rule_count: 0,
    problem: expect.stringContaining("ENCRYPTION_KEY"),
  });
});

test("names what is no backup, and stores why without a path", async () => {
  const text = join(parent, "notes.txt");
  await writeFile(text, "not a backup");
  expect((await drill(["--from", text])).error).toContain("is neither a backup");
  expect((await storedDrills())[0]).toMatchObject({
    backup_name: "notes.txt",
    problem: expect.stringMatching(/^the backup is neither/),
  });
  expect((await drill(["--from", join(parent, "none")])).error).toContain("ENOENT");
  const empty = join(parent, "empty");
  await mkdir(empty);
  expect((await drill([], { BACKUP_DIR: empty })).error).toBe(
    `BACKUP_DIR: ${empty} has no backup of "admin backup" or pg_dump`,
  );
  expect((await storedDrills())[0]).toMatchObject({
    finished_at: expect.any(Date),
    backup_name: null,
    problem: 'BACKUP_DIR: the folder has no backup of "admin backup" or pg_dump',
  });
  const count = (await storedDrills()).length;
  expect((await drill([])).error).toContain("set BACKUP_DIR");
  expect(await storedDrills()).toHaveLength(count);
  const broken = join(parent, "broken.dump");
  await writeFile(broken, "PGDMP and then nothing that pg_restore could read\0\0\0\0\0");
  expect((await drill(["--from", broken])).error).toMatch(/^pg_restore /);
  const problems = (await storedDrills()).map(({ problem }) => problem);
  expect(problems[0]).toMatch(/^pg_restore /);
  for (const problem of problems) expect(String(problem)).not.toContain(parent);
});

test("restores nothing when its result can't be stored, unless it need not be", async () => {
  const elsewhere = { DATA_DIR: join(parent, "no-installation"), BACKUP_DIR: backups };
  const count = (await storedDrills()).length;
  const { error, lines } = await drill([], elsewhere);
  expect(error).toMatch(/^The result can't be stored: ENOENT.*--no-store$/);
  expect(lines).toEqual([]);
  expect(await readdir(parent)).not.toContain("no-installation");
  const unstored = await drill(["--no-store", "--from", join(parent, "notes.txt")], elsewhere);
  expect(unstored.error).toContain("is neither a backup");
  expect(await storedDrills()).toHaveLength(count);
});

test("a copy of the files of an installation is refused, and its PostgreSQL stays", async () => {
  const cluster = await realpath(join(dataDir, "postgres"));
  const linked = join(parent, "linked");
  await mkdir(linked);
  await symlink(cluster, join(linked, "postgres"));
  await copyFile(join(dataDir, "postgres-password"), join(linked, "postgres-password"));
  expect((await drill(["--from", linked])).error).toContain("has a link to the database");
  const copied = join(parent, "copied");
  await mkdir(join(copied, "postgres"), { recursive: true });
  for (const file of ["PG_VERSION", "postmaster.pid"])
    await copyFile(join(cluster, file), join(copied, "postgres", file));
  expect((await drill(["--from", copied])).error).toContain("of a running PostgreSQL");
  expect((await storedDrills())[0]).toMatchObject({ backup_name: "copied" });
});

test("a scratch server has its own copy of what a backup links to", async () => {
  const backup = join(parent, "with-link");
  await cp(join(parent, "good"), backup, { recursive: true });
  const log = join(parent, "write-ahead-log");
  await rename(join(backup, "postgres/pg_wal"), log);
  await symlink(log, join(backup, "postgres/pg_wal"));
  const before = await readdir(log);
  expect((await drill(["--from", backup])).error).toBeNull();
  expect(await readdir(log)).toEqual(before);
});

test("a database without Rokad's rows does not pass", async () => {
  const settings = { fsync: "off" };
  const newDataDir = join(parent, "new");
  const newPostgres = await startEmbeddedPostgres({ dataDir: newDataDir, log: () => {}, settings });
  const to = join(parent, "without-tables");
  const unkeyed = join(parent, "without-keys");
  try {
    await createBackup({ dataDir: newDataDir, to });
    await migrate(newPostgres.url);
    await createBackup({ dataDir: newDataDir, to: unkeyed });
  } finally {
    await newPostgres.stop();
    await removeDataDirectory(newDataDir);
  }
  expect((await drill(["--from", to])).error).toContain("no rows in schema_migrations");
  expect((await drill(["--from", unkeyed])).error).toContain("no rows in data_keys");
});

test("a base backup is not restored, and says so", async () => {
  const base = join(parent, "base");
  await mkdir(base);
  await writeFile(join(base, "backup_manifest"), "{}");
  expect((await drill(["--from", base])).error).toContain("is a base backup");
});

test("removes what a killed drill left behind", async () => {
  const left = join(scratchParent, "rokad-restore-drill-0f5a1c");
  await mkdir(join(left, "postgres"), { recursive: true });
  await writeFile(`${left}.lock`, "1 of an ended process");
  expect((await drill(["--from", join(parent, "good")])).error).toBeNull();
});

test("Ctrl-C ends a drill, which removes what it restored", async () => {
  const main = join(import.meta.dirname, "../../main.ts");
  const args = [main, "admin", "restore-drill", "--from", join(parent, "good")];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"] ?? "", TMPDIR: scratchParent, ...environment() },
  });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const ended = once(child, "exit");
  try {
    await expect.poll(() => readdir(scratchParent)).not.toEqual([]);
    // npm passes on what the terminal sends too.
    child.kill("SIGINT");
    child.kill("SIGINT");
    expect(await ended).toEqual([1, null]);
  } finally {
    child.kill("SIGKILL");
  }
  expect(printed).toBe("The drill was stopped\n");
  expect(await readdir(scratchParent)).toEqual([]);
  expect((await storedDrills())[0]).toMatchObject({ problem: "The drill was stopped" });
});
