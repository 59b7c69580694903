import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import type { Checked } from "@rokad/contract/books";
import pg from "pg";
import { asNoRows } from "../../database/as-no-rows.ts";
import { closeDatabase, openDatabase } from "../../database/db.ts";
import { startEmbeddedPostgres } from "../../database/embedded/start-embedded-postgres.ts";
import { migrate } from "../../database/migrations/migrate.ts";
import { ConfigError, type Config } from "../../kernel/config.ts";
import { runChecks } from "../verification/run-checks.ts";
import { recogniseBackup, type BackupKind } from "./recognise-backup.ts";
import { withScratchFolder } from "./scratch-folder.ts";

/** A backup that was restored and verified. */
export interface Restored {
  readonly kind: BackupKind;
  readonly restoreMs: number;
  readonly verifyMs: number;
  /** Migrations that this version adds to the restored database. */
  readonly migrations: number;
  readonly results: readonly Checked[];
}

type Print = (line: string) => void;

/** What a command needs that verifies the books of a restored or copied database. */
export interface VerifyOptions {
  readonly config: Config;
  /** Puts the keys in place, which the verification needs. */
  readonly compose: (config: Config, print: Print) => Promise<void>;
  /** Aborted when the process is asked to stop: the command ends early. */
  readonly signal: AbortSignal;
}

/** The same, for a command that prints lines for a person. */
export interface VerifyCommandOptions extends VerifyOptions {
  readonly print: Print;
}

interface RestoreOptions extends VerifyOptions {
  /** The folder for the scratch server. */
  readonly scratchParent?: string | undefined;
}

/**
 * Restores a backup on a scratch PostgreSQL, verifies the books there, and removes it.
 * @param path of the backup.
 */
export async function restoreAndVerify(path: string, options: RestoreOptions): Promise<Restored> {
  const kind = await recogniseBackup(path);
  if (kind === "base backup")
    throw new ConfigError(
      `${path} is a base backup, which the drill does not restore. Name one of "admin backup" or pg_dump`,
    );
  return withScratchFolder(options.scratchParent ?? tmpdir(), (scratch) =>
    restoreInto(scratch, { path, kind }, options),
  );
}

async function restoreInto(
  scratch: string,
  { path, kind }: { readonly path: string; readonly kind: BackupKind },
  { config, compose, signal }: RestoreOptions,
): Promise<Restored> {
  const began = performance.now();
  if (kind === "data directory") await copyBackup(path, scratch, signal);
  const postgres = await startEmbeddedPostgres({
    dataDir: scratch,
    log: () => {},
    // Nothing here outlives the drill.
    settings: { fsync: "off" },
  });
  try {
    signal.throwIfAborted();
    if (kind === "pg_dump") await restoreDump(path, postgres.url, signal);
    await assertDatabaseOfRokad(postgres.url);
    const { applied } = await migrate(postgres.url);
    const restored = performance.now();
    const results = await verifyAt(postgres.url, { config, compose, signal });
    return {
      kind,
      restoreMs: Math.round(restored - began),
      verifyMs: Math.round(performance.now() - restored),
      migrations: applied.length,
      results,
    };
  } finally {
    await postgres.stop();
  }
}

/** Verifies the books of a database that this process does not use otherwise. */
export async function verifyAt(
  url: string,
  { config, compose, signal }: VerifyOptions,
): Promise<readonly Checked[]> {
  openDatabase(url, { connections: config.databaseConnections });
  try {
    await compose(config, () => {});
    signal.throwIfAborted();
    return await runChecks({ signal });
  } finally {
    await closeDatabase();
  }
}

/** Follows links, so that the scratch server writes to no file of another one. */
async function copyBackup(path: string, scratch: string, signal: AbortSignal): Promise<void> {
  const filter = () => {
    signal.throwIfAborted();
    return true;
  };
  await cp(path, scratch, { recursive: true, preserveTimestamps: true, dereference: true, filter });
}

/** Otherwise the migrations and new keys would make a good database of an empty one. */
async function assertDatabaseOfRokad(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const table of ["schema_migrations", "data_keys"]) {
      const { rowCount } = await client.query(`select from ${table} limit 1`).catch(asNoRows);
      if (rowCount === 0)
        throw new ConfigError(
          `The backup has no rows in ${table}: it is not of Rokad, or from before its first start ended`,
        );
    }
  } finally {
    await client.end();
  }
}

/** Without the roles of the original: everything belongs to the scratch database's only user. */
async function restoreDump(path: string, url: string, signal: AbortSignal): Promise<void> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const target = ["--host", hostname, "--port", port, "--username", username];
  const options = ["--no-owner", "--no-privileges", "--exit-on-error", "--dbname"];
  try {
    await promisify(execFile)("pg_restore", [...target, ...options, pathname.slice(1), path], {
      env: { PATH: process.env["PATH"] ?? "", PGPASSWORD: decodeURIComponent(password) },
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    throw new ConfigError(
      code === "ENOENT"
        ? "pg_restore was not found. Install PostgreSQL's client programs, of the dump's version or newer"
        : `pg_restore can't restore ${path}: ${firstLine(stderr)}`,
    );
  }
}

/** Later lines may contain rows. */
function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
