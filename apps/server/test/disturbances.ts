import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";

/** A worker in a process of its own, which has loaded everything and waits for its round. */
export async function startWorker(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "./one-round.ts"), { stdio: "inherit" });
  await once(child, "message");
  return child;
}

/** As the kernel does it when memory is short: not a line of it runs any more. */
export async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/**
 * What a restart of PostgreSQL is to those who use it: every connection breaks in the middle of
 * what it does, and for a moment no new one comes about. The server itself goes on, because other
 * tests use it; that it loses nothing that it has committed is PostgreSQL's own promise.
 */
export async function restartDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject("testServer").adminUrl });
  await admin.connect();
  try {
    await admin.query(`alter database ${name} allow_connections false`);
    // Autovacuum is PostgreSQL's own, and not ours to end.
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and backend_type = 'client backend'`,
      [name],
    );
    await wait(150);
    await admin.query(`alter database ${name} allow_connections true`);
  } finally {
    await admin.end();
  }
}

/** Until something holds, and not for ever. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error("It never came to that");
    await wait(5);
  }
}
