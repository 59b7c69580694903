import { createHash } from "node:crypto";
import { seededRandom, type SeededRandom } from "../apps/server/src/kernel/seeded-random.ts";
import type { Fault } from "../apps/server/test/stand-ins/stand-in-server.ts";
import type { DestinationName } from "./destinations.ts";
import {
  bankFaults,
  destinationWeights,
  payoutWeights,
  requestWeights,
  reviewWeights,
  smsFaults,
  statementWeights,
} from "./plan-weights.ts";

export const banks = ["razorpayx", "cashfree"] as const;
export type BankName = (typeof banks)[number];

export type PayoutVariant =
  | "plain"
  | "double click"
  | "response lost"
  | "repeated later"
  | "key with another body"
  | "overdraft";

/** How super admins review a deposit. */
export type ReviewVariant = "approve" | "reject" | "double click" | "race" | "no review";

/** How a tenant requests the credit of a transfer. */
export type RequestVariant = "correct" | "one paisa too much" | "wrong UTR" | "no request";

export type StatementVariant =
  | "once"
  | "again later"
  | "double click"
  | "two people"
  | "response lost"
  | "server killed";

/** An action of a person, or a failure. */
export type SimulationEvent =
  | {
      readonly kind: "payout";
      readonly tenant: number;
      readonly to: DestinationName;
      readonly paise: number;
      readonly variant: PayoutVariant;
    }
  | {
      readonly kind: "deposit";
      readonly tenant: number;
      readonly paise: number;
      readonly review: ReviewVariant;
    }
  | {
      readonly kind: "transfer to receiving account";
      readonly tenant: number;
      readonly paise: number;
      readonly request: RequestVariant;
    }
  | {
      readonly kind: "statement import";
      readonly transfers: number;
      readonly variant: StatementVariant;
    }
  | { readonly kind: "bank account"; readonly tenant: number; readonly isApproved: boolean }
  | {
      readonly kind: "transfer to virtual account";
      readonly bank: BankName;
      readonly tenant: number;
      readonly paise: number;
      readonly from: "own account" | "unknown account" | "no sender details";
    }
  | {
      readonly kind: "suspense decision";
      readonly tenant: number;
      readonly decision: "assign" | "return";
    }
  | {
      readonly kind: "provider pause";
      readonly rail: "primary" | "alternative";
      readonly ms: number;
    }
  | {
      readonly kind: "tenant deactivation";
      readonly tenant: number;
      readonly ms: number;
      /** What happens to unsent payouts then, and to those held at the reactivation. */
      readonly payouts: "hold" | "send";
      readonly held: "send" | "cancel";
    }
  | {
      readonly kind: "payout cancellation";
      readonly tenant: number;
      readonly by: "payer" | "super admin" | "both";
      readonly whilePaused: boolean;
    }
  | {
      readonly kind: "bank fault";
      readonly bank: BankName;
      readonly fault: Fault;
      readonly times: number;
    }
  | { readonly kind: "bank outage"; readonly bank: BankName; readonly ms: number }
  | { readonly kind: "payout return"; readonly nth: number }
  | { readonly kind: "late send"; readonly bank: BankName }
  | { readonly kind: "SMS fault"; readonly fault: Fault }
  | { readonly kind: "process kill"; readonly process: number }
  | { readonly kind: "process restart"; readonly process: number }
  | { readonly kind: "database crash" }
  | { readonly kind: "clock jump"; readonly seconds: number };

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

/** The mean time between events of each kind. A short run also has every kind. */
function intervalsMs(seconds: number): Record<Kind, number> {
  const atLeast = (timesMin: number, ms: number) => Math.min(ms, (seconds * 1_000) / timesMin);
  return {
    payout: 130,
    deposit: 900,
    "transfer to receiving account": atLeast(6, 1_100),
    "statement import": atLeast(3, 3_500),
    "bank account": atLeast(2, 7_000),
    "transfer to virtual account": atLeast(4, 1_500),
    "suspense decision": atLeast(3, 3_000),
    "provider pause": atLeast(1, 9_000),
    "tenant deactivation": atLeast(2, 6_000),
    "payout cancellation": atLeast(6, 1_500),
    "bank fault": 450,
    "bank outage": atLeast(1, 12_000),
    "payout return": atLeast(2, 2_500),
    "late send": atLeast(4, 2_000),
    "SMS fault": atLeast(2, 3_000),
    "process kill": atLeast(2, 4_500),
    "process restart": atLeast(1, 8_000),
    "database crash": atLeast(1, 15_000),
    "clock jump": atLeast(3, 2_500),
  };
}

function createEvent(kind: Kind, random: SeededRandom, tenants: number): SimulationEvent {
  // The first tenant owns the contended wallet and sends every third payout.
  const tenant = random.chance(0.33) ? 0 : random.below(tenants);
  switch (kind) {
    case "payout":
      return {
        kind,
        tenant,
        to: random.pickWeighted(destinationWeights),
        paise: random.between(1_00, 2_500_00),
        variant: random.pickWeighted(payoutWeights),
      };
    case "deposit":
      return {
        kind,
        tenant,
        // One in four is above the limit for a second approval.
        paise: random.chance(0.25)
          ? random.between(2_00_000_01, 9_00_000_00)
          : random.between(100_00, 50_000_00),
        review: random.pickWeighted(reviewWeights),
      };
    case "transfer to receiving account":
      return {
        kind,
        tenant,
        paise: random.between(100_00, 3_00_000_00),
        request: random.pickWeighted(requestWeights),
      };
    case "statement import":
      return {
        kind,
        transfers: random.between(5, 40),
        variant: random.pickWeighted(statementWeights),
      };
    case "bank account":
      return { kind, tenant, isApproved: random.chance(0.7) };
    case "transfer to virtual account":
      return {
        kind,
        bank: random.pick(banks),
        tenant,
        paise: random.between(500_00, 80_000_00),
        from: random.pickWeighted({
          "own account": 6,
          "unknown account": 2,
          "no sender details": 3,
        }),
      };
    case "suspense decision":
      return { kind, tenant, decision: random.pickWeighted({ assign: 3, return: 1 }) };
    case "provider pause":
      return {
        kind,
        rail: random.pick(["primary", "alternative"] as const),
        ms: random.between(300, 1_500),
      };
    case "tenant deactivation":
      return {
        kind,
        tenant: random.between(1, tenants - 1),
        ms: random.between(300, 1_500),
        payouts: random.pickWeighted({ hold: 3, send: 1 }),
        held: random.pickWeighted({ send: 1, cancel: 1 }),
      };
    case "payout cancellation":
      return {
        kind,
        tenant,
        by: random.pickWeighted({ payer: 2, "super admin": 1, both: 2 }),
        whilePaused: random.chance(0.4),
      };
    case "bank fault":
      return {
        kind,
        bank: random.pick(banks),
        fault: random.pick(bankFaults),
        times: random.between(1, 3),
      };
    case "late send":
      return { kind, bank: random.pick(banks) };
    case "bank outage":
      return { kind, bank: random.pick(banks), ms: random.between(200, 1_200) };
    case "payout return":
      return { kind, nth: random.below(1_000) };
    case "SMS fault":
      return { kind, fault: random.pick(smsFaults) };
    case "process kill":
    case "process restart":
      return { kind, process: random.below(4) };
    case "database crash":
      return { kind };
    case "clock jump":
      return {
        kind,
        seconds: Number(random.pickWeighted({ 35: 6, 300: 3, 4000: 2, 90000: 1 })),
      };
  }
}
