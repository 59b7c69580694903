// `npm start`: builds the console if it is stale, then runs the server in this process.
import { buildWeb, isWebStale } from "./build-web.ts";
import { requireNode } from "./require-node.ts";

const REPEATED_SIGNAL_MS = 2_000;

requireNode();
ignoreRepeatedSignal();

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

/**
 * One Ctrl-C often arrives twice, from the terminal and from npm; the second would kill the server
 * during its graceful shutdown. So a repeated signal exits only after two seconds.
 */
function ignoreRepeatedSignal(): void {
  let firstSignalAt = 0;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      const serverListens = process.listenerCount(signal) > 1;
      if (firstSignalAt === 0 && !serverListens) process.exit(130);
      if (firstSignalAt > 0 && Date.now() - firstSignalAt > REPEATED_SIGNAL_MS) process.exit(130);
      firstSignalAt ||= Date.now();
    });
  }
}
