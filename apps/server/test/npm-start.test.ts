// The guarantee: what ends `npm start` also stops its server and PostgreSQL, gracefully.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync, readFileSync } from "node:fs";
import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fastestFolder, removeDataDirectory, temporaryDataDirectory } from "./data-directory.ts";
import { freePort } from "./free-port.ts";
import { testLogFile } from "./test-log.ts";

const root = join(import.meta.dirname, "../../..");

let checkout: string;
let dataDir: string;

// The start script of the checkout, beside a console that is built: a build would take longer than
// the tests, and replace the files of other ones.
beforeAll(async () => {
  checkout = await temporaryDataDirectory("npm-start", await fastestFolder());
  dataDir = join(checkout, "data");
  await mkdir(join(checkout, "scripts"));
  for (const file of ["package.json", "scripts/start.js", "scripts/start.ts"])
    await cp(join(root, file), join(checkout, file));
  for (const path of ["apps", "node_modules", "scripts/require-node.ts"])
    await symlink(join(root, path), join(checkout, path));
  await writeFile(
    join(checkout, "scripts/build-web.ts"),
    "export const isWebStale = () => false;\nexport const buildWeb = undefined;\n",
  );
});

afterAll(async () => {
  await removeDataDirectory(dataDir);
  await rm(checkout, { recursive: true, force: true });
});

// npm passes on the first two. It dies of the others, and its child has to notice.
test.for(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)(
  "%s to the process of npm start stops the server and its PostgreSQL",
  async (signal) => {
    const port = await freePort();
    const npm = spawn("npm", ["start"], {
      cwd: checkout,
      // Outside the group of the tests, so that the test can end what a failure leaves behind.
      detached: true,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: checkout,
        HOST: "127.0.0.1",
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO_ACCOUNTS: "0",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const log = createWriteStream(testLogFile());
    npm.stdout.pipe(log);
    npm.stderr.pipe(log);
    let output = "";
    npm.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    // The server and PostgreSQL's launcher hold the pipe until they end.
    const closed = once(npm.stdout, "close");
    try {
      await expect.poll(() => answers(port)).toBe(true);
      npm.kill(signal);
      await expect.poll(() => answers(port)).toBe(false);
      await expect.poll(() => existsSync(join(dataDir, "postgres.lock"))).toBe(false);
      await closed;
      expect(output).toContain("Stopping …");
      const postgres = readFileSync(join(dataDir, "postgres.log"), "utf8").trimEnd();
      expect(postgres.split("\n").at(-1)).toContain("database system is shut down");
      expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
    } finally {
      endGroup(npm.pid);
    }
  },
);

async function answers(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
  return answer?.ok === true;
}

function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, "SIGTERM");
  } catch {
    // Everything has ended.
  }
}
