// Memory and processor time of an API server and a worker, idle and under a load of payouts, next to the
// 512 MB that a small container has.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openFleet, type Server } from "../apps/server/test/fleet.ts";
import { openPayers } from "../apps/server/test/open-payers.ts";
import { startPayoutLoad } from "../apps/server/test/payout-load.ts";
import { processMs, residentBytes } from "./measure-cost.ts";
import { serverKeys, withNewPostgres } from "./payout-load.ts";
import type { Row } from "./row.ts";
import type { Size } from "./size.ts";

const bytesMax = 512 * 2 ** 20;
const streams = 32;
/** After a start, until what it loads later is loaded. */
const settleMs = 5_000;
const roles = ["api", "worker"] as const;

interface Footprint {
  readonly idle: Sample;
  readonly loaded: Sample;
  readonly readyMs: number;
  /** Payouts accepted a second. */
  readonly rate: number;
}

interface Sample {
  /** The most of the phase. */
  readonly bytes: number;
  /** The share of one core. */
  readonly processor: number;
}

export async function benchFootprint({ isShort }: Size): Promise<Row[]> {
  const phaseMs = isShort ? 2_000 : 20_000;
  const footprints = await withNewPostgres(async ({ url, scratch }) => {
    const payers = await openPayers(streams);
    const logFile = join(scratch, "fleet.log");
    // As an installation has it: a fleet of tests polls more often.
    const env = { ...serverKeys, WORKER_POLL_MS: "250" };
    const fleet = await openFleet({ databaseUrl: url, logFile, env });
    try {
      const started: { server: Server; readyMs: number }[] = [];
      for (const role of roles) {
        const startedAt = performance.now();
        const server = await fleet.start(role);
        started.push({ server, readyMs: performance.now() - startedAt });
      }
      await pause(settleMs);
      const idle = await sampleEach(started, phaseMs);
      const load = startPayoutLoad(fleet.port, payers);
      const loaded = await sampleEach(started, phaseMs);
      const { acknowledged } = await load.stop();
      const rate = acknowledged.length / (phaseMs / 1_000);
      return started.map(({ readyMs }, at) => ({
        idle: idle[at] as Sample,
        loaded: loaded[at] as Sample,
        readyMs,
        rate,
      }));
    } finally {
      await fleet.close();
    }
  });
  return roles.flatMap((role, at) => rowsOf(role, footprints[at] as Footprint));
}

function rowsOf(role: (typeof roles)[number], { idle, loaded, readyMs, rate }: Footprint): Row[] {
  const name = role === "api" ? "an API server" : "a worker";
  const rowOf = (phase: "idle" | "loaded", { bytes, processor }: Sample, note: string): Row => ({
    key: `footprint_${role}_${phase}`,
    name: `Memory of ${name}, ${phase === "idle" ? "idle" : "under load"}`,
    reference: "512 MB",
    measured: `${Math.round(bytes / 2 ** 20)} MB`,
    referred: "512 MB",
    ratio: bytes / bytesMax,
    goal: { atMost: 1 },
    note: `${(processor * 100).toFixed(1)} % of a core; ${note}`,
  });
  return [
    rowOf("idle", idle, `ready ${Math.round(readyMs)} ms after its start`),
    rowOf("loaded", loaded, `${Math.round(rate)} payouts a second, ${streams} at a time`),
  ];
}

/** Samples all of them four times a second during a phase. */
async function sampleEach(
  list: readonly { readonly server: Server }[],
  phaseMs: number,
): Promise<Sample[]> {
  const pids = list.map(({ server }) => server.pid);
  const before = pids.map((pid) => processMs(pid));
  const startedAt = performance.now();
  const most = pids.map(() => 0);
  while (performance.now() - startedAt < phaseMs) {
    pids.forEach((pid, at) => (most[at] = Math.max(most[at] ?? 0, residentBytes(pid))));
    await pause(250);
  }
  const tookMs = performance.now() - startedAt;
  return pids.map((pid, at) => ({
    bytes: most[at] ?? 0,
    processor: (processMs(pid) - (before[at] ?? 0)) / tookMs,
  }));
}
