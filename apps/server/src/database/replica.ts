import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseServer } from "@rokad/contract/database";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { now } from "../kernel/clock.ts";
import { database, createPool, type Db } from "./db.ts";
import { groupCommit } from "./group-commit.ts";
import { log } from "../kernel/log.ts";

type ReplicaStatus = NonNullable<DatabaseServer["read_replica"]>;

interface Replica {
  readonly db: Db;
  /** A connection only for status checks, so that they never wait for a free one. */
  readonly probe: Db;
  status: ReplicaStatus;
}

let replica: Replica | undefined;

const probeMs = 1_000;

/** Opens the replica. It is used only after `watchReplica` has verified that it follows the primary. */
export function openReplica(
  url: string | undefined,
  options: { readonly connections: number; readonly usesPreparedStatements?: boolean },
): void {
  if (url === undefined) return;
  replica = {
    db: createPool(url, options),
    probe: createPool(url, { connections: 1, timeoutMs: probeMs }),
    status: { state: "away", behind_seconds: null, looked_at: null },
  };
}

export async function closeReplica(): Promise<void> {
  const closing = replica;
  replica = undefined;
  await Promise.all([closing?.db.destroy(), closing?.probe.destroy()]);
}

/**
 * The database for histories, exports, analytics and reports: the replica if it has replayed every
 * commit up to this call, otherwise the primary. So a read is never older than on the primary,
 * whichever server answers.
 *
 * Use `database()` for a balance that decides, for a read before a write, and for sessions, codes,
 * idempotency keys and settings.
 */
export async function replicaOrPrimary(): Promise<Db> {
  const current = replica;
  if (current?.status.state !== "current") return database();
  return (await hasReplayedAll(current)) ? current.db : database();
}

/** The replica's status at this process's last check; null without a replica. */
export function replicaStatus(): ReplicaStatus | null {
  return replica?.status ?? null;
}

/**
 * Checks the replica, so that reads skip one that is away or behind and use it again later. A
 * periodic task of every process.
 */
export async function watchReplica(): Promise<void> {
  if (replica) await hasReplayedAll(replica);
}

/** Reads that arrive together share one check. */
const hasReplayedAll: (checked: Replica) => Promise<boolean> = groupCommit(
  async (replicas) => {
    const [checked] = replicas;
    const isCurrent = checked !== undefined && (await check(checked));
    return replicas.map((each) => isCurrent && each === checked);
  },
  { atMost: 10_000 },
);

async function check(checked: Replica): Promise<boolean> {
  // Outside the try, because an error here is the primary's.
  const position = await flushPosition();
  const before = checked.status.state;
  try {
    if (before !== "current") await assertReplicaOfPrimary(checked);
    const behindSeconds = await secondsBehind(checked.probe, position);
    const state = behindSeconds === 0 ? "current" : "behind";
    checked.status = { state, behind_seconds: behindSeconds, looked_at: now().toISOString() };
  } catch (error) {
    checked.status = { state: "away", behind_seconds: null, looked_at: now().toISOString() };
    if (before === "current") log().warn({ err: error }, "The read replica is not usable");
  }
  const { state } = checked.status;
  if (state !== before) log().info({ state }, "The state of the read replica changed");
  return state === "current";
}

/** The primary's WAL position up to which every acknowledged commit is flushed. */
async function flushPosition(): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_flush_lsn()::text as position
  `.execute(database());
  return rows[0]?.position ?? "";
}

interface ReplayRow {
  readonly has_all: boolean | null;
  readonly seconds: number | null;
}

/** 0 if the replica has replayed up to `position` or does so within `limits.replicaWaitMs`. */
async function secondsBehind(probe: Db, position: string): Promise<number> {
  const startedAt = performance.now();
  for (let pauseMs = 1; ; pauseMs *= 2) {
    const { rows } = await sql<ReplayRow>`
      select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as has_all,
        extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as seconds
    `.execute(probe);
    if (rows[0]?.has_all) return 0;
    if (performance.now() - startedAt + pauseMs > limits.replicaWaitMs)
      return Math.max(1, Math.round(rows[0]?.seconds ?? 1));
    await pause(pauseMs);
  }
}

/** Another database has other data, and a server that does not replicate has old data. */
async function assertReplicaOfPrimary({ probe }: Replica): Promise<void> {
  const [primary, replicaIdentity] = await Promise.all([identityOf(database()), identityOf(probe)]);
  if (!replicaIdentity.is_replica)
    throw new Error("DATABASE_REPLICA_URL leads to a server that is not a replica");
  if (primary.system !== replicaIdentity.system || primary.name !== replicaIdentity.name)
    throw new Error(
      "DATABASE_REPLICA_URL leads to a replica of another database than DATABASE_URL",
    );
}

interface Identity {
  readonly system: string;
  readonly name: string;
  readonly is_replica: boolean;
}

async function identityOf(db: Db): Promise<Identity> {
  const { rows } = await sql<Identity>`
    select (select system_identifier::text from pg_control_system()) as system,
      current_database() as name, pg_is_in_recovery() as is_replica
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL returned no system identifier");
  return row;
}
