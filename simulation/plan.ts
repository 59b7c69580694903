import { createHash } from "node:crypto";
import { seededRandom } from "../apps/server/src/kernel/seeded-random.ts";
import { createEvent } from "./create-event.ts";
import type { SimulationEvent } from "./simulation-event.ts";

export interface ScheduledEvent {
  readonly atMs: number;
  readonly event: SimulationEvent;
}

export interface Plan {
  readonly seed: number;
  readonly seconds: number;
  readonly tenants: number;
  readonly backupAtMs: number;
  readonly events: readonly ScheduledEvent[];
  /** Equal for equal plans, so that the output of two runs can be compared. */
  readonly digest: string;
}

/** Creates a plan, which depends on the seed and the duration only. */
export function createPlan(seed: number, seconds: number): Plan {
  const random = seededRandom(seed);
  const tenants = Math.min(6 + Math.floor(seconds / 20), 24);
  const events: ScheduledEvent[] = [];
  for (const [kind, everyMs] of Object.entries(intervalsMs(seconds)) as [Kind, number][]) {
    for (let at = everyMs * 0.6; at < seconds * 1_000; at += everyMs) {
      const atMs = Math.floor(at + random.below(Math.ceil(everyMs * 0.6)) - everyMs * 0.3);
      events.push({ atMs, event: createEvent(kind, random, tenants) });
    }
  }
  events.sort((a, b) => a.atMs - b.atMs);
  const backupAtMs = Math.floor(seconds * 1_000 * 0.55);
  const digest = createHash("sha256").update(JSON.stringify(events)).digest("hex").slice(0, 12);
  return { seed, seconds, tenants, backupAtMs, events, digest };
}

type Kind = SimulationEvent["kind"];

const longRunSeconds = 600;

/**
 * The mean time between events of each kind. A short run also has every kind. A long one looks for
 * what builds up: processes fail a quarter as often in it, because their starts would take the time
 * that the payouts need.
 */
function intervalsMs(seconds: number): Record<Kind, number> {
  const isLong = seconds > longRunSeconds;
  const processFactor = isLong ? 4 : 1;
  const atLeast = (timesMin: number, ms: number) => Math.min(ms, (seconds * 1_000) / timesMin);
  return {
    payout: isLong ? 200 : 130,
    deposit: 900,
    "transfer to receiving account": atLeast(6, 1_100),
    "statement import": atLeast(3, 3_500),
    "top-up": atLeast(5, 5_000),
    "bank account": atLeast(2, 7_000),
    "transfer to virtual account": atLeast(4, 1_500),
    "suspense decision": atLeast(3, 3_000),
    "provider pause": atLeast(1, 9_000),
    "tenant deactivation": atLeast(2, 6_000),
    "account reading": 350,
    "payout cancellation": atLeast(6, 1_500),
    adjustment: atLeast(6, 2_000),
    withdrawal: atLeast(5, 2_000),
    "payment request": atLeast(4, 3_000),
    "batch of payouts": atLeast(4, 4_000),
    "payout of a program": atLeast(10, 1_000),
    "payouts beyond the balance": atLeast(3, 4_000),
    "policy change": atLeast(1, 15_000),
    // Once in each run.
    "account closing": seconds * 1_000,
    "bank fault": 450,
    "bank outage": atLeast(1, 12_000),
    "payout return": atLeast(2, 2_500),
    "partial return": atLeast(6, 1_500),
    chargeback: atLeast(4, 2_500),
    "late send": atLeast(4, 2_000),
    "SMS fault": atLeast(2, 3_000),
    "process kill": atLeast(2, 4_500 * processFactor),
    "process restart": atLeast(1, 8_000 * processFactor),
    "process freeze": atLeast(1, 6_000 * processFactor),
    "wrong clock": atLeast(1, 5_000),
    "transfer taken back": atLeast(2, 6_000),
    "wrong amounts": atLeast(2, 4_000),
    "database crash": atLeast(1, 15_000 * processFactor),
    "clock jump": atLeast(3, 2_500),
  };
}
