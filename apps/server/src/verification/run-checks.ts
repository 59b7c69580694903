import type { Checked } from "@rokad/contract/books";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { database, type Db } from "../db.ts";
import { checks } from "./checks.ts";

interface RunOptions {
  /** Aborted when the process stops: the statement under way is broken off. */
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number) => void;
}

/**
 * Runs every check on one snapshot of the database, so that money which moves meanwhile is no
 * fault. Nothing is written and nobody is locked out.
 * @throws when it is told to stop, or when a check can't be made at all.
 */
export async function runChecks({ signal, progress }: RunOptions = {}): Promise<Checked[]> {
  return database()
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (db) => {
      const letGo = await breakOffOn(signal, db);
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
        letGo();
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
      const mine = faults.filter((fault) => fault.rule === rule);
      const shown = mine.slice(0, limits.verificationFaultsShown);
      return { rule, fault_count: mine.length, faults: shown.map(({ where }) => where) };
    }),
  };
}

/** A replay of large books takes minutes, and a server that is told to stop has seconds. */
async function breakOffOn(signal: AbortSignal | undefined, db: Db): Promise<() => void> {
  if (!signal) return () => undefined;
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const cancel = () => {
    sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(database()).catch(() => undefined);
  };
  signal.addEventListener("abort", cancel, { once: true });
  return () => signal.removeEventListener("abort", cancel);
}
