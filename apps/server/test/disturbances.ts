import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";

/** A worker in its own process, which has loaded its modules and waits for its round. */
export async function startWorker(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "./one-round.ts"), { stdio: "inherit" });
  await once(child, "message");
  return child;
}

/** Kills a process as the kernel does when memory is short: without any cleanup. */
export async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

/**
 * Simulates a restart of PostgreSQL for its clients: every connection breaks, and for a moment no
 * new one is accepted. The server itself keeps running, because other tests use it.
 */
async function restartDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject("testServer").adminUrl });
  await admin.connect();
  try {
    await admin.query(`alter database ${name} allow_connections false`);
    // Leaves PostgreSQL's own processes, such as autovacuum, alone.
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

/**
 * Restarts the database in the middle of a round of work, once every call is received, or after a
 * round in which some never arrived. A round that fails before, for instance on a connection that an
 * earlier restart broke, starts again.
 */
export async function restartWhileWorking(
  url: string,
  work: () => Promise<number>,
  areReceived: () => boolean | Promise<boolean>,
): Promise<void> {
  let isReceived = false;
  let isOver = false;
  const rounds = (async () => {
    while (!isReceived && !isOver) {
      await work().then(
        () => (isOver = true),
        () => undefined,
      );
    }
  })();
  try {
    await until(async () => isOver || areReceived());
  } finally {
    isReceived = true;
  }
  await restartDatabase(url);
  await rounds;
}

const quietSeconds = 120;

/**
 * Waits until the condition holds, however slow the machine is.
 * @throws when `progress` has returned the same for two minutes.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  progress: () => unknown = () => undefined,
): Promise<void> {
  let last = progress();
  let end = performance.now() + quietSeconds * 1_000;
  while (!(await holds())) {
    const now = progress();
    if (now !== last) end = performance.now() + quietSeconds * 1_000;
    last = now;
    if (performance.now() > end)
      throw new Error("The condition did not hold, and nothing moved for two minutes");
    await wait(5);
  }
}
