// The time of `npm start` on an existing database, next to the start of PostgreSQL alone.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { removeDataDirectory, temporaryDataDirectory } from "../apps/server/test/data-directory.ts";
import { startEmbeddedPostgres } from "../apps/server/src/database/embedded/start-embedded-postgres.ts";
import { median } from "./payout-load.ts";
import type { Row } from "./row.ts";

const rounds = 5;
const port = Number(process.env["BENCH_PORT"] ?? 3_900) + 1;

/** Alternates `npm start` until the console responds with the start of its PostgreSQL alone. */
export async function benchStart(): Promise<Row[]> {
  const dataDir = await temporaryDataDirectory("bench-start");
  try {
    // Creates the database, the demo data, the console and the compile cache.
    await startWhole(dataDir);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await startWhole(dataDir));
      theirs.push(await startPostgresAlone(dataDir));
    }
    const [oursMs, theirsMs] = [median(ours), median(theirs)];
    return [
      {
        key: "start",
        name: "`npm start` on an existing database until the console answers",
        reference: "PostgreSQL's own start",
        measured: `${Math.round(oursMs)} ms`,
        referred: `${Math.round(theirsMs)} ms`,
        ratio: oursMs / theirsMs,
        goal: { atMost: 4 },
      },
    ];
  } finally {
    await removeDataDirectory(dataDir);
  }
}

async function startWhole(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, "../scripts/start.js")], {
    env: {
      PATH: process.env["PATH"] ?? "",
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: "127.0.0.1",
    },
    stdio: "ignore",
  });
  await waitForConsole(child);
  const tookMs = performance.now() - startedAt;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
  return tookMs;
}

async function waitForConsole(child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer?.ok && (await answer.text()).includes("<html")) return;
    await pause(5);
  }
  throw new Error("npm start exited before the console responded");
}

async function startPostgresAlone(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const tookMs = performance.now() - startedAt;
  await postgres.stop();
  return tookMs;
}
