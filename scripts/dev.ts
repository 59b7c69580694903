// `npm run dev`: restarts the server and reloads the console when a file is saved.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { requireNode } from "./require-node.ts";
import { ROOT } from "./run-command.ts";

requireNode();
const port = process.env["PORT"] ?? "3000";
const env = { ...process.env, PORT: port, ROKAD_SERVER: `http://localhost:${port}` };
const server = start(process.execPath, [
  "--watch",
  "--watch-preserve-output",
  "apps/server/src/main.ts",
]);
const web = start(join(ROOT, "node_modules/.bin/vite"), ["apps/web", "--clearScreen", "false"]);

let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
// The server and the console need each other, so the exit of one stops both.
await Promise.race([once(server, "exit"), once(web, "exit")]);
stop();
await Promise.all([server, web].map(waitForExit));

function start(program: string, args: string[]): ChildProcess {
  // Own sessions, so that a Ctrl-C reaches the children only once, from this process.
  return spawn(program, args, {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
  });
}

function stop(): void {
  if (isStopping) return;
  isStopping = true;
  for (const child of [server, web]) child.kill("SIGTERM");
}

async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}
