// The guarantee: Rokad can start before its database, and prints why it waits.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import { forwardTo } from "../../test/forward.ts";
import { waitForDatabase } from "./wait-for-database.ts";

const never = new AbortController().signal;

/** PostgreSQL's answer to a connection that it does not take: ErrorResponse. */
function errorResponse(fields: Readonly<Record<string, string>>): Buffer {
  const text = Object.entries(fields).map(([letter, value]) => `${letter}${value}\0`);
  const body = Buffer.from(`${text.join("")}\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

test(
  "a command waits for its database and prints one line a try",
  { timeout: 60_000 },
  async () => {
    const database = await cloneDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), "rokad-wait-"));
    const forward = await forwardTo(database.url, { isOpen: false });
    const child = spawn(process.execPath, [join(import.meta.dirname, "../main.ts"), "migrate"], {
      env: { PATH: process.env["PATH"], DATABASE_URL: forward.url, DATA_DIR: dataDir },
    });
    let printed = "";
    for (const output of [child.stdout, child.stderr])
      output.setEncoding("utf8").on("data", (text: string) => (printed += text));
    const ended = once(child, "exit");
    try {
      await expect.poll(() => printed).toContain("Next try in 1 s");
      await forward.open();
      expect(await ended).toEqual([0, null]);
      const lines = printed.trim().split("\n");
      expect(lines[0]).toBe(
        `Waiting for the database at ${new URL(forward.url).host}: ECONNREFUSED. Next try in 0.5 s`,
      );
      expect(lines.filter((line) => !line.startsWith("Waiting for the database"))).toEqual([]);
    } finally {
      child.kill("SIGKILL");
      await forward.close();
      await rm(dataDir, { recursive: true });
      await database.drop();
    }
  },
);

test("waits for a database that is still starting", async () => {
  const database = await cloneDatabase();
  const forward = await forwardTo(database.url, { isOpen: false });
  const { host, port } = new URL(forward.url);
  const starting = createServer((client) => {
    client.once("data", () =>
      client.end(
        errorResponse({ S: "FATAL", C: "57P03", M: "the database system is starting up" }),
      ),
    );
  });
  starting.listen(Number(port), "127.0.0.1");
  await once(starting, "listening");
  const lines: string[] = [];
  const print = (line: string) => {
    lines.push(line);
    starting.close(() => void forward.open());
  };
  expect(await waitForDatabase(forward.url, { print, signal: never })).toBe(true);
  expect(lines[0]).toBe(
    `Waiting for the database at ${host}: the database system is starting up. Next try in 0.5 s`,
  );
  await forward.close();
  await database.drop();
});

async function unusedPort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("the start fails after its time with one message, without the password", async () => {
  const url = `postgres://rokad:top-secret@127.0.0.1:${await unusedPort()}/rokad`;
  const lines: string[] = [];
  const waiting = waitForDatabase(url, {
    print: (line) => lines.push(line),
    signal: never,
    secondsMax: 1,
  });
  const error = await waiting.catch((thrown: unknown) => thrown as Error);
  expect(error).toMatchObject({ isForPerson: true });
  expect(String(error)).toMatch(
    /did not answer within 1 s: ECONNREFUSED\. Start it, or check DATABASE_URL\.$/,
  );
  expect(lines).toHaveLength(1);
  expect(`${String(error)} ${lines.join(" ")}`).not.toContain("top-secret");
});

test("a wrong password fails the start at once, with PostgreSQL's own message", async () => {
  const database = await cloneDatabase();
  const url = new URL(database.url);
  url.password = "wrong";
  const lines: string[] = [];
  await expect(
    waitForDatabase(url.href, { print: (line) => lines.push(line), signal: never }),
  ).rejects.toThrow(/rejected the connection: password authentication failed/);
  expect(lines).toEqual([]);
  await database.drop();
});

test("a stop ends the wait", async () => {
  const stopping = new AbortController();
  const url = `postgres://rokad@127.0.0.1:${await unusedPort()}/rokad`;
  const print = () => stopping.abort();
  expect(await waitForDatabase(url, { print, signal: stopping.signal })).toBe(false);
});
