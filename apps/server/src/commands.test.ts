// The guarantee: a signal ends every command, and one that was stopped before its work does not pass.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../test/clone-database.ts";
import { testEncryptionKey } from "../test/encryption-key.ts";
import { freePort } from "../test/free-port.ts";

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

function start(args: readonly string[], databaseUrl: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), ...args], {
    env: {
      PATH: process.env["PATH"] ?? "",
      DATABASE_URL: databaseUrl,
      APP_SECRET: "a secret that only tests ever know of",
      ENCRYPTION_KEY: testEncryptionKey,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  return { child, ended: once(child, "exit"), printed: () => printed };
}

test.for(["migrate", "admin verify"])(
  "%s fails when it is stopped while it waits for its database",
  async (command) => {
    const url = `postgres://rokad@127.0.0.1:${await freePort()}/rokad`;
    const { child, ended, printed } = start(command.split(" "), url);
    try {
      await expect.poll(printed).toContain("Next try in");
      child.kill("SIGTERM");
      expect(await ended).toEqual([1, null]);
    } finally {
      child.kill("SIGKILL");
    }
  },
);

test("Ctrl-C ends an admin command at once", async () => {
  const [holder, observer] = [database.url, database.url].map(
    (connectionString) => new pg.Client({ connectionString }),
  );
  if (!holder || !observer) throw new Error("No clients");
  await holder.connect();
  await observer.connect();
  await holder.query("begin; lock table schema_migrations in access exclusive mode");
  const { child, ended } = start(["admin", "verify"], database.url);
  const waiting = `
    select from pg_stat_activity
    where datname = current_database() and application_name = 'rokad migrate'
      and wait_event_type = 'Lock'`;
  try {
    await expect.poll(async () => (await observer.query(waiting)).rowCount).toBe(1);
    child.kill("SIGINT");
    expect(await ended).toEqual([1, null]);
  } finally {
    child.kill("SIGKILL");
    await holder.end();
    await observer.end();
  }
});
