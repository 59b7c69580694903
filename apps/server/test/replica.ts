import { execFile } from "node:child_process";
import { chmod, cp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { findBinaries } from "../src/database/embedded/find-binaries.ts";
import { startEmbeddedPostgres } from "../src/database/embedded/start-embedded-postgres.ts";
import { launchPostgres } from "../src/database/embedded/launch-postgres.ts";
import { chooseAccount } from "../src/database/embedded/choose-account.ts";
import { temporaryDataDirectory } from "./data-directory.ts";

export type PrimaryAndReplica = Awaited<ReturnType<typeof startPrimaryAndReplica>>;

/**
 * Starts a PostgreSQL primary and a streaming replica. Without pg_basebackup, it copies the data
 * directory between pg_backup_start and pg_backup_stop.
 */
export async function startPrimaryAndReplica() {
  const dataDir = await temporaryDataDirectory("replica");
  const primary = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    settings: { fsync: "off", shared_buffers: "64MB", hot_standby_feedback: "on" },
  });
  const cluster = await realpath(join(dataDir, "postgres"));
  const runAs = chooseAccount(cluster);
  const copy = `${cluster}-replica`;
  const password = await readFile(join(dataDir, "postgres-password"), "utf8");
  const superuser = new URL(primary.url);
  superuser.username = superuser.pathname = "postgres";
  await copyCluster(superuser.href, cluster, copy);
  if (runAs.uid !== undefined)
    await promisify(execFile)("/bin/chown", ["-R", `${runAs.uid}:${runAs.gid}`, copy]);
  const binaries = await findBinaries(runAs, () => undefined);
  const port = Number(superuser.port);
  const replica = await launchPostgres({
    postgres: join(binaries.directory, "bin", "postgres"),
    cluster: copy,
    runAs,
    logFile: join(dataDir, "replica.log"),
    settings: {
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      fsync: "off",
      shared_buffers: "64MB",
      hot_standby_feedback: "on",
      primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=replica`,
    },
    log: () => undefined,
  });
  const url = new URL(primary.url);
  url.port = String(replica.port);
  const replicaSuperuser = new URL(superuser);
  replicaSuperuser.port = String(replica.port);
  let isUp = true;

  async function stopReplica(): Promise<void> {
    if (isUp) await replica.stop();
    isUp = false;
  }

  return {
    url: primary.url,
    replicaUrl: url.href,
    superuserUrl: superuser.href,
    /** Later writes reach the replica only after `resumeReplay`. */
    pauseReplay: () => runStatement(replicaSuperuser.href, "select pg_wal_replay_pause()"),
    resumeReplay: () => runStatement(replicaSuperuser.href, "select pg_wal_replay_resume()"),
    /** What servers.md asks for: without it, the database user sees that there is a replica, and no more. */
    letSeeReplication: () => runStatement(superuser.href, "grant pg_monitor to rokad"),
    hideReplication: () => runStatement(superuser.href, "revoke pg_monitor from rokad"),
    /** Keeps the log for a standby that is not there. */
    createSlot: (name: string) =>
      runStatement(superuser.href, `select pg_create_physical_replication_slot('${name}', true)`),
    dropSlot: (name: string) =>
      runStatement(superuser.href, `select pg_drop_replication_slot('${name}')`),
    stopReplica,
    async stop(): Promise<void> {
      await stopReplica();
      await primary.stop();
      for (const path of [copy, cluster, dataDir]) await rm(path, { recursive: true, force: true });
    },
  };
}

async function copyCluster(superuserUrl: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    await cp(from, to, {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !/\/postmaster\.(pid|opts)$/.test(path),
    });
    const { rows } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop(false)",
    );
    await writeFile(join(to, "backup_label"), rows[0]?.labelfile ?? "");
    await writeFile(join(to, "standby.signal"), "");
    await chmod(to, 0o700);
  } finally {
    await client.end();
  }
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
