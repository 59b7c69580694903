// The guarantee: however Rokad ended, the next start finds its data; and two processes never run on
// one data directory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readFile, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-embedded-postgres.ts";

const STARTS_MILLISECONDS = 600_000;
let dataDir = "";

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "rokad-embedded-"));
});

afterAll(async () => {
  // If PostgreSQL can't enter the temporary directory, the cluster is behind a link.
  const cluster = await realpath(join(dataDir, "postgres"));
  await rm(cluster, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

test(
  "data survives a stop, and Rokad's account is not a superuser",
  { timeout: STARTS_MILLISECONDS },
  async () => {
    const first = await start();
    await ask(first, "CREATE TABLE numbers (n int); INSERT INTO numbers VALUES (1)");
    expect(await ask(first, "SHOW is_superuser")).toEqual([{ is_superuser: "off" }]);
    await first.stop();

    const second = await start();
    expect(await ask(second, "SELECT n FROM numbers")).toEqual([{ n: 1 }]);
    expect(await ask(second, "SHOW fsync")).toEqual([{ fsync: "on" }]);
    await second.stop();
  },
);

test(
  "a second Rokad on the same data fails with a clear message",
  { timeout: STARTS_MILLISECONDS },
  async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(/Another Rokad \(process \d+\) is running on /);
    await first.stop();
  },
);

test(
  "a data directory that leads to the cluster of a running Rokad fails, and stops nothing",
  { timeout: STARTS_MILLISECONDS },
  async () => {
    const first = await start();
    const cluster = await realpath(join(dataDir, "postgres"));
    const copy = await mkdtemp(join(tmpdir(), "rokad-embedded-copy-"));
    await copyFile(join(dataDir, "postgres-password"), join(copy, "postgres-password"));
    await symlink(cluster, join(copy, "postgres"));
    const second = startEmbeddedPostgres({ dataDir: copy, log: () => {} });
    await expect(second).rejects.toThrow(/Another Rokad \(process \d+\) is running on /);
    expect(await ask(first, "SELECT n FROM numbers")).toEqual([{ n: 1 }]);
    await first.stop();
    expect(existsSync(`${cluster}.lock`)).toBe(false);
    await rm(copy, { recursive: true });
  },
);

test(
  "a command uses the PostgreSQL of a running Rokad and leaves it running",
  { timeout: STARTS_MILLISECONDS },
  async () => {
    const first = await start();
    const command = await startEmbeddedPostgres({ dataDir, log: () => {}, share: true });
    expect(command.url).toBe(first.url);
    await command.stop();
    expect(await ask(first, "SELECT n FROM numbers")).toEqual([{ n: 1 }]);
    await first.stop();
  },
);

test("data survives a killed Rokad", { timeout: STARTS_MILLISECONDS }, async () => {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL("./start-embedded-postgres.ts", import.meta.url).href)});
    await startEmbeddedPostgres({ dataDir: process.argv[1], log: console.log });
    setInterval(() => {}, 1000);`;
  const killed = spawn(process.execPath, ["--input-type=module", "--eval", program, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(killed.stdout, "data");
  killed.kill("SIGKILL");
  await once(killed, "exit");

  const next = await start();
  expect(await ask(next, "SELECT n FROM numbers")).toEqual([{ n: 1 }]);
  await next.stop();
});

test(
  "a server that ended while it was needed starts again on its port, unless Rokad stops",
  { timeout: STARTS_MILLISECONDS },
  async () => {
    const server = await start();
    await kill();
    const numbers = () => ask(server, "SELECT n FROM numbers").catch(() => "away");
    await expect.poll(numbers).toEqual([{ n: 1 }]);
    await kill();
    await server.stop();
    expect(await numbers()).toBe("away");

    const next = await start();
    expect(await ask(next, "SELECT n FROM numbers")).toEqual([{ n: 1 }]);
    await next.stop();
  },
);

/** Ends PostgreSQL as the kernel does where memory is short, and waits until it answers nobody. */
async function kill(): Promise<void> {
  const file = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8");
  const pid = Number.parseInt(file, 10);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
}

function start(): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log: () => {} });
}

async function ask(server: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
