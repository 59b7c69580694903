import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseServer } from "@rokad/contract/database";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { now } from "./clock.ts";
import { database, makePool, type Db } from "./db.ts";
import { gather } from "./gather.ts";
import { log } from "./log.ts";

type Standing = NonNullable<DatabaseServer["read_replica"]>;

interface Replica {
  readonly db: Db;
  /** A connection of its own for the question how far the replica is, which is never kept waiting. */
  readonly probe: Db;
  standing: Standing;
}

let replica: Replica | undefined;

const probeMs = 1_000;

/** Nothing is read from it before `watchReplica` has seen that it follows our own primary. */
export function openReplica(
  url: string | undefined,
  options: { readonly connections: number; readonly keepsPlans?: boolean },
): void {
  if (url === undefined) return;
  replica = {
    db: makePool(url, options),
    probe: makePool(url, { connections: 1, patienceMs: probeMs }),
    standing: { state: "away", behind_seconds: null, looked_at: null },
  };
}

export async function closeReplica(): Promise<void> {
  const closing = replica;
  replica = undefined;
  await Promise.all([closing?.db.destroy(), closing?.probe.destroy()]);
}

/**
 * Where histories, exports, analytics and reports are read: the replica, once it has everything
 * that was committed until this call, or else the primary. So nobody sees less for it than the
 * primary would show, neither after their own act nor after somebody else's, whichever server
 * they come to.
 *
 * Never for a balance that decides, for what is read in order to write, nor for sessions, codes,
 * idempotency keys and settings: these are `database()`'s.
 */
export async function reading(): Promise<Db> {
  const asked = replica;
  if (asked?.standing.state !== "current") return database();
  return (await hasAllUntilNow(asked)) ? asked.db : database();
}

/** How the replica stands by this process's last look; null where there is none. */
export function replicaStanding(): Standing | null {
  return replica?.standing ?? null;
}

/**
 * Looks how the replica is, so that one that is away or behind keeps nobody waiting, and one that
 * is well again is read from. A duty of every process.
 */
export async function watchReplica(): Promise<void> {
  if (replica) await hasAllUntilNow(replica);
}

/** Those who ask at the same moment share one look. */
const hasAllUntilNow: (asked: Replica) => Promise<boolean> = gather(
  async (askers) => {
    const [asked] = askers;
    const isCurrent = asked !== undefined && (await look(asked));
    return askers.map((each) => isCurrent && each === asked);
  },
  { atMost: 10_000 },
);

async function look(asked: Replica): Promise<boolean> {
  // What fails here is the primary: its own readers are told so.
  const until = await positionOfPrimary();
  const before = asked.standing.state;
  try {
    if (before !== "current") await refuseStranger(asked);
    const behindSeconds = await secondsBehind(asked.probe, until);
    const state = behindSeconds === 0 ? "current" : "behind";
    asked.standing = { state, behind_seconds: behindSeconds, looked_at: now().toISOString() };
  } catch (error) {
    asked.standing = { state: "away", behind_seconds: null, looked_at: now().toISOString() };
    if (before === "current") log().warn({ err: error }, "The read replica can't be read from");
  }
  const { state } = asked.standing;
  if (state !== before) log().info({ state }, "Reads of histories follow the read replica's state");
  return state === "current";
}

/** Everything that any request has been told of is flushed up to here. */
async function positionOfPrimary(): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_flush_lsn()::text as position
  `.execute(database());
  return rows[0]?.position ?? "";
}

interface Seen {
  readonly has_all: boolean | null;
  readonly seconds: number | null;
}

/** 0 when the replica has replayed everything up to a position, for which it is given a moment. */
async function secondsBehind(probe: Db, until: string): Promise<number> {
  const startedAt = performance.now();
  for (let pauseMs = 1; ; pauseMs *= 2) {
    const { rows } = await sql<Seen>`
      select pg_last_wal_replay_lsn() >= ${until}::pg_lsn as has_all,
        extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as seconds
    `.execute(probe);
    if (rows[0]?.has_all) return 0;
    if (performance.now() - startedAt + pauseMs > limits.replicaWaitMs)
      return Math.max(1, Math.round(rows[0]?.seconds ?? 1));
    await pause(pauseMs);
  }
}

/** Another database would answer with other people's money, and one that follows nobody with old. */
async function refuseStranger({ probe }: Replica): Promise<void> {
  const [ours, theirs] = await Promise.all([identityOf(database()), identityOf(probe)]);
  if (!theirs.follows)
    throw new Error("DATABASE_REPLICA_URL leads to a server that follows nobody");
  if (ours.system !== theirs.system || ours.name !== theirs.name)
    throw new Error("DATABASE_REPLICA_URL leads to a copy of another database than DATABASE_URL");
}

interface Identity {
  readonly system: string;
  readonly name: string;
  readonly follows: boolean;
}

async function identityOf(db: Db): Promise<Identity> {
  const { rows } = await sql<Identity>`
    select (select system_identifier::text from pg_control_system()) as system,
      current_database() as name, pg_is_in_recovery() as follows
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL does not tell what it is");
  return row;
}
