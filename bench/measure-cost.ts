import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { findSuperuser } from "../apps/server/src/database/embedded/start-embedded-postgres.ts";

/** The memory of a process, where the system has /proc. */
export function residentBytes(pid: number): number {
  const [, kibibytes = "0"] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) * 1_024;
}

/** What one payout costs. */
export interface Cost {
  /** Processor time of PostgreSQL, in µs; NaN where the system has no /proc. */
  readonly postgresMicros: number;
  /** Processor time of Rokad's server, in µs; 0 without one. */
  readonly serverMicros: number;
  readonly walBytes: number;
  /** Growth of the database, indexes included. */
  readonly diskBytes: number;
}

interface Measured {
  /** The folder of an embedded PostgreSQL. */
  readonly dataDir: string;
  readonly client: Pick<pg.Client, "query">;
  readonly serverPid?: number;
}

/** Measures what payouts cost by the counters of the system and of PostgreSQL. */
export function openCostMeter({ dataDir, client, serverPid }: Measured) {
  const postmaster = Number(
    readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0],
  );
  const read = async () => {
    const { rows } = await client.query(
      "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal, pg_database_size(current_database()) as disk",
    );
    return {
      postgresMs: postgresMs(postmaster),
      serverMs: serverPid === undefined ? 0 : processMs(serverPid),
      wal: Number(rows[0].wal),
      disk: Number(rows[0].disk),
    };
  };

  /** @param work returns how many payouts it made. */
  async function measure(work: () => Promise<number>): Promise<Cost> {
    const before = await read();
    const payouts = await work();
    const after = await read();
    return {
      postgresMicros: ((after.postgresMs - before.postgresMs) * 1000) / payouts,
      serverMicros: ((after.serverMs - before.serverMs) * 1000) / payouts,
      walBytes: (after.wal - before.wal) / payouts,
      diskBytes: (after.disk - before.disk) / payouts,
    };
  }

  return { measure };
}

/** The time of the postmaster, its processes and those that have ended. */
function postgresMs(postmaster: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const children = readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && parentOf(name) === postmaster,
  );
  const running = children.reduce((sum, pid) => sum + processMs(Number(pid)), 0);
  return running + processMs(postmaster, { withEnded: true });
}

/** A process may end between the listing and the reading. */
function statOf(pid: string | number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? null;
  } catch {
    return null;
  }
}

const parentOf = (pid: string) => Number(statOf(pid)?.[1]);

/**
 * Processor time of a process, in ms; NaN where the system has no /proc. proc(5): utime, stime, cutime and
 * cstime, in hundredths of a second on every Linux.
 */
export function processMs(pid: number, { withEnded = false } = {}): number {
  if (process.platform !== "linux") return Number.NaN;
  const fields = statOf(pid)?.slice(11, withEnded ? 15 : 13) ?? [];
  return fields.reduce((sum, field) => sum + Number(field) * 10, 0);
}

/**
 * Counts the statements that PostgreSQL runs meanwhile, in its log. It slows them, so that nothing else
 * can be measured at the same time.
 */
export async function countStatements(dataDir: string, work: () => Promise<unknown>) {
  const { url } = await findSuperuser(dataDir);
  const superuser = new pg.Client({ connectionString: url });
  await superuser.connect();
  const set = async (value: string) => {
    await superuser.query(`alter system set log_statement = ${value}`);
    await superuser.query("select pg_reload_conf()");
  };
  const logFile = join(dataDir, "postgres.log");
  const start = statSync(logFile).size;
  await set("'all'");
  await work();
  await set("default");
  await superuser.end();
  const log = readFileSync(logFile).subarray(start).toString("utf8");
  return log.match(/LOG: {2}(execute|statement)/g)?.length ?? 0;
}
