// `npm run dev`: the server restarts and the console reloads as their files are saved.
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

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
// One without the other is no console, so the end of either ends both.
await Promise.race([once(server, "exit"), once(web, "exit")]);
stop();
await Promise.all([server, web].map(ended));

function start(program: string, args: string[]): ChildProcess {
  // In sessions of their own, so that a Ctrl-C reaches them once, from here.
  return spawn(program, args, {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
  });
}

function stop(): void {
  if (stopping) return;
  stopping = true;
  for (const child of [server, web]) child.kill("SIGTERM");
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}
