import type { Checked } from "@rokad/contract/books";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { database, type Db } from "../../database/db.ts";
import { checks } from "./checks.ts";

interface RunOptions {
  /** Aborted when the process stops; cancels the running statement. */
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number) => void;
}

/**
 * Runs every check read-only on one snapshot, so that concurrent payments cause no false fault.
 * @throws when `signal` aborts or a check can't run.
 */
export async function runChecks({ signal, progress }: RunOptions = {}): Promise<Checked[]> {
  return database()
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (db) => {
      const stopListening = await cancelOnAbort(signal, db);
      try {
        const results: Checked[] = [];
        for (const check of checks) {
          progress?.(results.length, checks.length);
          results.push(await runOne(check, db));
          signal?.throwIfAborted();
        }
        progress?.(checks.length, checks.length);
        return results;
      } finally {
        stopListening();
      }
    });
}

async function runOne(check: (typeof checks)[number], db: Db): Promise<Checked> {
  const began = performance.now();
  const { faults, note = null, head = null } = await check.find(db);
  return {
    check: check.name,
    ms: Math.round(performance.now() - began),
    note,
    head,
    rules: check.rules.map((rule) => {
      const ruleFaults = faults.filter((fault) => fault.rule === rule);
      const firstFaults = ruleFaults.slice(0, limits.verificationFaultsShown);
      return {
        rule,
        fault_count: ruleFaults.length,
        faults: firstFaults.map(({ where }) => where),
      };
    }),
  };
}

/** Cancels the statement on abort: a check can take minutes, a shutdown has seconds. */
async function cancelOnAbort(signal: AbortSignal | undefined, db: Db): Promise<() => void> {
  if (!signal) return () => undefined;
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const cancel = () => {
    sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(database()).catch(() => undefined);
  };
  signal.addEventListener("abort", cancel, { once: true });
  return () => signal.removeEventListener("abort", cancel);
}
