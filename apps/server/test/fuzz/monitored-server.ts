// The server, in a process that reports its memory and event loop. `server-process.ts` starts it.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Measurements of the process since the last report. */
export interface ProcessStats {
  readonly heapMb: number;
  readonly residentMb: number;
  /** Open sockets, timers and other resources, by type. */
  readonly handles: Readonly<Record<string, number>>;
  /** The longest time that the event loop was busy: CPU time, so other processes do not count. */
  readonly busyMsMax: number;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const sampleEveryMs = 10;

let busyMsMax = 0;
let before = process.threadCpuUsage();
setInterval(() => {
  const now = process.threadCpuUsage();
  busyMsMax = Math.max(busyMsMax, (now.user + now.system - before.user - before.system) / 1_000);
  before = now;
}, sampleEveryMs).unref();

process.on("message", () => {
  const busy = busyMsMax;
  collectGarbage();
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  const open = Object.groupBy(process.getActiveResourcesInfo(), (name) => name);
  process.send?.({
    heapMb: (heapUsed + external) / 2 ** 20,
    residentMb: rss / 2 ** 20,
    handles: Object.fromEntries(
      Object.entries(open).map(([name, all]) => [name, all?.length ?? 0]),
    ),
    busyMsMax: busy,
  } satisfies ProcessStats);
  before = process.threadCpuUsage();
  busyMsMax = 0;
});
process.channel?.unref();

await import("../../src/main.ts");
