// `npm start`: the console is built if it is stale, then the server runs in this process.
import { buildWeb, isWebStale } from "./build-web.ts";
import { requireNode } from "./require-node.ts";

const INSISTED_MILLISECONDS = 2_000;

requireNode();
keepFirstSignal();

if (isWebStale()) {
  console.log("Building the console …");
  const { ok, output, seconds } = await buildWeb({ show: false });
  if (!ok) {
    console.error(`${output}\nThe console could not be built.`);
    process.exit(1);
  }
  console.log(`Built in ${seconds.toFixed(1)} s.`);
}
await import("../apps/server/src/main.ts");

/**
 * One Ctrl-C often arrives twice, from the terminal and passed on by npm, and the
 * second one would end a server that listens for the first only. So while the
 * server finishes its work a signal does nothing here, unless a person insists.
 */
function keepFirstSignal(): void {
  let asked = 0;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      const serverListens = process.listenerCount(signal) > 1;
      if (asked === 0 && !serverListens) process.exit(130);
      if (asked > 0 && Date.now() - asked > INSISTED_MILLISECONDS) process.exit(130);
      asked ||= Date.now();
    });
  }
}
