// The guarantee: the command rejects what it cannot back up. That a backup is complete is shown by
// `npm run prove`.
import { mkdtemp, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backupCommand } from "./backup-command.ts";

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "rokad-no-database-"));
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

const errorOf = (args: readonly string[], databaseUrl?: string) =>
  backupCommand(args, { dataDir, databaseUrl }, () => undefined).catch(
    (error: Error) => error.message,
  );

test("requires a new folder", async () => {
  expect(await errorOf([])).toBe("--to: A folder that does not exist yet is required");
  expect(await errorOf(["--into", "x"])).toContain("--into");
});

test("refers to the documentation for a database of DATABASE_URL", async () => {
  const message = await errorOf(["--to", "x"], "postgres://rokad@db.example/rokad");
  expect(message).toContain("docs/operations/backup.md");
});

test("fails if no PostgreSQL is running, also in a folder with files", async () => {
  expect(await errorOf(["--to", join(dataDir, "x")])).toBe(
    `Rokad is not running on ${dataDir}. Start it first.`,
  );
  await mkdir(join(dataDir, "postgres"));
  expect(await errorOf(["--to", join(dataDir, "x")])).toBe(
    `Rokad is not running on ${dataDir}. Start it first.`,
  );
});
