// `npm start`: builds the console if it is stale, then runs the server in this process.
import { buildWeb, isWebStale } from "./build-web.ts";
import { requireNode } from "./require-node.ts";

const PARENT_CHECK_MS = 500;

requireNode();
endBeforeServer();
stopWithNpm();

if (isWebStale()) {
  console.log("Building the console …");
  const { ok, output, seconds } = await buildWeb({ show: false });
  if (!ok) {
    console.error(`${output}\nThe build of the console failed.`);
    process.exit(1);
  }
  console.log(`Built in ${seconds.toFixed(1)} s.`);
}
await import("../apps/server/src/main.ts");

/** The server's own listeners stop it gracefully. */
function endBeforeServer(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(130);
    });
  }
}

/**
 * npm passes on SIGINT and SIGTERM: to this process, because the command in package.json begins with
 * `exec`, which leaves no shell between the two. When npm ends by another signal, this process stops.
 */
function stopWithNpm(): void {
  if (process.env["npm_lifecycle_event"] !== "start") return;
  const npm = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(check);
    process.kill(process.pid, "SIGTERM");
  }, PARENT_CHECK_MS);
  check.unref();
}
