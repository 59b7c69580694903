// The server itself, in a process that tells how it fares. Started by `server-process.ts`.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How the process fares since it was last asked. */
export interface Vitals {
  readonly heapMb: number;
  readonly residentMb: number;
  /** Sockets, timers and the like that are open. */
  readonly handles: Readonly<Record<string, number>>;
  /** The most that the event loop worked without a pause: its own time, not the machine's. */
  readonly busyMsMax: number;
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const lookEveryMs = 10;

let busyMsMax = 0;
let before = process.threadCpuUsage();
setInterval(() => {
  const now = process.threadCpuUsage();
  busyMsMax = Math.max(busyMsMax, (now.user + now.system - before.user - before.system) / 1_000);
  before = now;
}, lookEveryMs).unref();

process.on("message", () => {
  const busy = busyMsMax;
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  const open = Object.groupBy(process.getActiveResourcesInfo(), (name) => name);
  process.send?.({
    heapMb: (heapUsed + external) / 2 ** 20,
    residentMb: rss / 2 ** 20,
    handles: Object.fromEntries(
      Object.entries(open).map(([name, all]) => [name, all?.length ?? 0]),
    ),
    busyMsMax: busy,
  } satisfies Vitals);
  before = process.threadCpuUsage();
  busyMsMax = 0;
});
process.channel?.unref();

await import("../../src/main.ts");
