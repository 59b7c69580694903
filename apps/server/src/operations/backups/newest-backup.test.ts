// The guarantee: only a complete backup counts, whatever else lies in the folder.
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findNewestBackup } from "./newest-backup.ts";
import type { BackupKind } from "./recognise-backup.ts";

const dump = "PGDMP and rows\0\0\0\0\0";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rokad-newest-backup-"));
  await write("old.dump", dump, 3);
  await write("newest.dump", dump, 2);
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, text: string, hoursAgo: number): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, text);
  await age(path, hoursAgo);
}

/** A folder with these files, which are empty. */
async function writeFolder(name: string, files: readonly string[], hoursAgo: number) {
  const path = join(folder, name);
  await mkdir(join(path, "postgres"), { recursive: true });
  for (const file of files) await writeFile(join(path, file), "");
  await age(path, hoursAgo);
}

async function age(path: string, hoursAgo: number): Promise<void> {
  const at = new Date(Date.now() - hoursAgo * 3_600_000);
  await utimes(path, at, at);
}

test("ignores whatever is not a complete backup", async () => {
  await write("empty.dump", "", 1);
  await write("cut-off.dump", "PGDMP and half of a ro", 1);
  await write("short.dump", "PGDMP", 1);
  await write("backup.log", "backed up\0\0\0\0\0", 1);
  await write(".hidden.dump", dump, 1);
  await writeFolder("running-pg_basebackup", ["PG_VERSION", "backup_manifest.tmp"], 1);
  await writeFolder("empty", [], 1);
  await symlink(join(folder, "removed.dump"), join(folder, "link-to-nothing"));
  const newest = await findNewestBackup(folder);
  expect(newest?.path).toBe(join(folder, "newest.dump"));
});

test("counts a folder by its kind", async () => {
  await writeFolder("dump", ["toc.dat"], 0.8);
  await writeFolder("of-admin-backup", ["postgres/PG_VERSION"], 0.7);
  await writeFolder("of-pg_basebackup", ["PG_VERSION", "backup_manifest"], 0.6);
  await writeFolder("20261129-101500F", ["backup.manifest"], 0.5);
  const newest = async (kinds?: readonly BackupKind[]) =>
    basename((await findNewestBackup(folder, kinds))?.path ?? "");
  expect(await newest()).toBe("20261129-101500F");
  expect(await newest(["data directory", "pg_dump"])).toBe("of-admin-backup");
  expect(await newest(["pg_dump"])).toBe("dump");
});
