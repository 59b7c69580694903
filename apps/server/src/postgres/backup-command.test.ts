// That a backup holds everything which was committed while it was made, `npm run prove` shows with
// each run: here is what it refuses.
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

const refused = (args: readonly string[], databaseUrl?: string) =>
  backupCommand(args, { dataDir, databaseUrl }, () => undefined).catch(
    (error: Error) => error.message,
  );

test("a backup needs a folder to go to", async () => {
  expect(await refused([])).toBe("--to: A folder that is not there yet is required");
  expect(await refused(["--into", "x"])).toContain("--into");
});

test("another's PostgreSQL is not backed up by copying files", async () => {
  const said = await refused(["--to", "x"], "postgres://rokad@db.example/rokad");
  expect(said).toContain("docs/operations/backup.md");
});

test("nothing is backed up where no PostgreSQL runs, whatever lies there", async () => {
  expect(await refused(["--to", join(dataDir, "x")])).toBe(
    `No PostgreSQL of Rokad's is running on ${dataDir}.`,
  );
  await mkdir(join(dataDir, "postgres"));
  expect(await refused(["--to", join(dataDir, "x")])).toBe(
    `No PostgreSQL of Rokad's is running on ${dataDir}.`,
  );
});
