import type { SeededRandom } from "../apps/server/src/kernel/seeded-random.ts";
import type { Fault } from "../apps/server/test/stand-ins/stand-in-server.ts";
import {
  destinationWeights,
  payoutWeights,
  reviewWeights,
  requestWeights,
  correctionWeights,
  correctionDecisionWeights,
  withdrawalWeights,
  paymentRequestWeights,
  batchWeights,
  programWeights,
  waitWeights,
  statementWeights,
} from "./event-weights.ts";
import { banks, type PolicyName, type SimulationEvent } from "./simulation-event.ts";

type Kind = SimulationEvent["kind"];

const topUpVariants = [
  "recorded",
  "double click",
  "found in the list",
  "both",
  "recorded late",
] as const;

/** Chooses an event of a kind: who, how much, and in which variant. */
export function createEvent(kind: Kind, random: SeededRandom, tenants: number): SimulationEvent {
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
    case "top-up":
      return {
        kind,
        paise: random.between(1_000_00, 5_00_000_00),
        variant: random.pick(topUpVariants),
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
        isRequested: random.chance(0.5),
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
    case "adjustment":
      return {
        kind,
        // The last tenant closes its account, which must not owe anything.
        tenant: tenant % (tenants - 1),
        paise: random.between(1, 5_000_00),
        what: random.pickWeighted(correctionWeights),
        decision: random.pickWeighted(correctionDecisionWeights),
      };
    case "withdrawal":
      return {
        kind,
        tenant,
        paise: random.between(1_00, 1_000_00),
        variant: random.pickWeighted(withdrawalWeights),
      };
    case "payment request":
      return {
        kind,
        team: random.below(2),
        to: random.pickWeighted(destinationWeights),
        paise: random.between(50_00, 1_500_00),
        variant: random.pickWeighted(paymentRequestWeights),
      };
    case "batch of payouts":
      return {
        kind,
        team: random.below(2),
        rows: Array.from({ length: random.between(2, 12) }, () => ({
          to: random.pickWeighted(destinationWeights),
          paise: random.between(1_00, 400_00),
        })),
        hasWrongRow: random.chance(0.3),
        funding: random.chance(0.5) ? "whole" : "in_order",
        variant: random.pickWeighted(batchWeights),
        ms: random.between(50, 2_000),
      };
    case "payout of a program":
      return {
        kind,
        program: random.below(2),
        to: random.pickWeighted(destinationWeights),
        paise: random.between(1_00, 1_500_00),
        variant: random.pickWeighted(programWeights),
      };
    case "payouts beyond the balance":
      return {
        kind,
        paise: random.between(100_00, 20_000_00),
        variant: random.pickWeighted(waitWeights),
      };
    case "policy change":
      return {
        kind,
        policy: random.pick<PolicyName>([
          "an approver, then the owner",
          "two approvers above a limit",
        ]),
      };
    case "account closing":
      return { kind, paise: random.between(1_00, 500_00) };
    case "account reading":
      return { kind, tenant };
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
    case "partial return":
      return {
        kind,
        nth: random.below(1_000),
        percent: Number(random.pickWeighted({ 15: 3, 40: 3, 100: 1 })),
      };
    case "chargeback":
      return {
        kind,
        nth: random.below(1_000),
        how: random.pick(["refund", "dispute"] as const),
        percent: Number(random.pickWeighted({ 30: 2, 100: 3 })),
      };
    case "SMS fault":
      return { kind, fault: random.pick(smsFaults) };
    case "process kill":
    case "process restart":
      return { kind, process: random.below(4) };
    case "process freeze":
      // Longer and shorter than a lease.
      return { kind, process: random.below(4), ms: random.between(500, 9_000) };
    case "wrong clock":
      return {
        kind,
        process: random.below(4),
        seconds: random.between(-30, 30),
        ms: random.between(500, 4_000),
      };
    case "transfer taken back":
      return { kind, nth: random.below(1_000) };
    case "wrong amounts":
      return {
        kind,
        bank: random.pick(banks),
        what: random.pick(["another amount", "another currency", "no amount"] as const),
        ms: random.between(200, 1_500),
      };
    case "database crash":
      return { kind };
    case "clock jump":
      return {
        kind,
        seconds: Number(random.pickWeighted({ 35: 6, 300: 3, 4000: 2, 90000: 1 })),
      };
  }
}

const bankFaults: readonly Fault[] = [
  { kind: "silent", acts: true },
  { kind: "silent", acts: false },
  { kind: "cut", acts: false },
  { kind: "cut", acts: true },
  { kind: "cut mid-body", acts: true },
  { kind: "status", acts: true, status: 500 },
  { kind: "status", acts: false, status: 502 },
  { kind: "status", acts: false, status: 429, headers: { "retry-after": "3" } },
  { kind: "garbage", acts: true },
  { kind: "slow", acts: true, ms: 400 },
  { kind: "twice", acts: true },
];

const smsFaults: readonly Fault[] = [
  { kind: "status", acts: false, status: 500 },
  { kind: "cut", acts: true },
  { kind: "slow", acts: true, ms: 300 },
];
