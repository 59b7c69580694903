import { createHash } from "node:crypto";
import type { Fault } from "../apps/server/test/stand-ins/far-side.ts";
import type { DestinationName } from "./destinations.ts";
import { seededDice, type Dice } from "./dice.ts";

export const banks = ["razorpayx", "cashfree"] as const;
export type BankName = (typeof banks)[number];

/** How a payout is sent, besides once and quietly. */
export type PayoutManner =
  | "plain"
  | "double click"
  | "answer lost"
  | "repeated later"
  | "key with another body"
  | "more than there is";

/** Who decides about a deposit, and how. */
export type ReviewManner = "approve" | "reject" | "double click" | "race" | "left alone";

/** How a tenant asks for what they have transferred. */
export type AskedManner = "as it came" | "with a paisa more" | "under another UTR" | "never";

/** How a bank statement is imported. */
export type StatementManner =
  | "once"
  | "again later"
  | "double click"
  | "by two people"
  | "answer lost"
  | "server killed";

/** One thing that somebody does, or that goes wrong, at its moment. */
export type Deed =
  | {
      readonly kind: "payout";
      readonly tenant: number;
      readonly to: DestinationName;
      readonly paise: number;
      readonly manner: PayoutManner;
    }
  | {
      readonly kind: "deposit";
      readonly tenant: number;
      readonly paise: number;
      readonly review: ReviewManner;
    }
  | {
      readonly kind: "transfer to us";
      readonly tenant: number;
      readonly paise: number;
      readonly asked: AskedManner;
    }
  | { readonly kind: "statement"; readonly transfers: number; readonly manner: StatementManner }
  | { readonly kind: "bank account"; readonly tenant: number; readonly approved: boolean }
  | {
      readonly kind: "transfer in";
      readonly bank: BankName;
      readonly tenant: number;
      readonly paise: number;
      readonly from: "its own account" | "a stranger" | "nobody that is told";
    }
  | { readonly kind: "suspense"; readonly tenant: number; readonly how: "assign" | "return" }
  | { readonly kind: "pause"; readonly rail: "primary" | "alternative"; readonly ms: number }
  | { readonly kind: "tenant shut"; readonly tenant: number; readonly ms: number }
  | {
      readonly kind: "bank fault";
      readonly bank: BankName;
      readonly fault: Fault;
      readonly times: number;
    }
  | { readonly kind: "bank away"; readonly bank: BankName; readonly ms: number }
  | { readonly kind: "bank sends back"; readonly nth: number }
  | { readonly kind: "text lost"; readonly fault: Fault }
  | { readonly kind: "killed"; readonly process: number }
  | { readonly kind: "restarted"; readonly process: number }
  | { readonly kind: "database restarted" }
  | { readonly kind: "time passes"; readonly seconds: number };

export interface PlannedDeed {
  readonly atMs: number;
  readonly deed: Deed;
}

export interface Plan {
  readonly seed: number;
  readonly seconds: number;
  readonly tenants: number;
  readonly backupAtMs: number;
  readonly deeds: readonly PlannedDeed[];
  /** The same for the same plan: two runs can be held against one another. */
  readonly mark: string;
}

/** Makes the plan of a run, from the seed and its length alone. */
export function makePlan(seed: number, seconds: number): Plan {
  const dice = seededDice(seed);
  const tenants = Math.min(6 + Math.floor(seconds / 20), 24);
  const deeds: PlannedDeed[] = [];
  for (const [kind, everyMs] of Object.entries(paces(seconds)) as [Deed["kind"], number][]) {
    for (let at = everyMs * 0.6; at < seconds * 1_000; at += everyMs) {
      const atMs = Math.floor(at + dice.below(Math.ceil(everyMs * 0.6)) - everyMs * 0.3);
      deeds.push({ atMs, deed: deedOf(kind, dice, tenants) });
    }
  }
  deeds.sort((a, b) => a.atMs - b.atMs);
  const backupAtMs = Math.floor(seconds * 1_000 * 0.55);
  const mark = createHash("sha256").update(JSON.stringify(deeds)).digest("hex").slice(0, 12);
  return { seed, seconds, tenants, backupAtMs, deeds, mark };
}

/** How often each kind of deed comes, in milliseconds; a short run has every kind as well. */
function paces(seconds: number): Record<Deed["kind"], number> {
  const within = (ms: number, timesMin: number) => Math.min(ms, (seconds * 1_000) / timesMin);
  return {
    payout: 130,
    deposit: 900,
    "transfer to us": within(1_100, 6),
    statement: within(3_500, 3),
    "bank account": within(7_000, 2),
    "transfer in": within(1_500, 4),
    suspense: within(3_000, 3),
    pause: within(9_000, 1),
    "tenant shut": within(11_000, 1),
    "bank fault": 450,
    "bank away": within(12_000, 1),
    "bank sends back": within(2_500, 2),
    "text lost": within(3_000, 2),
    killed: within(4_500, 2),
    restarted: within(8_000, 1),
    "database restarted": within(15_000, 1),
    "time passes": within(2_500, 3),
  };
}

function deedOf(kind: Deed["kind"], dice: Dice, tenants: number): Deed {
  // The first tenant has the hot wallet: every third payout is theirs.
  const tenant = dice.chance(33) ? 0 : dice.below(tenants);
  switch (kind) {
    case "payout":
      return {
        kind,
        tenant,
        to: dice.weighed(destinationWeights),
        paise: dice.between(1_00, 2_500_00),
        manner: dice.weighed(mannerWeights),
      };
    case "deposit":
      return {
        kind,
        tenant,
        // One in four is above the limit from which two must approve.
        paise: dice.chance(25)
          ? dice.between(2_00_000_01, 9_00_000_00)
          : dice.between(100_00, 50_000_00),
        review: dice.weighed(reviewWeights),
      };
    case "transfer to us":
      return {
        kind,
        tenant,
        paise: dice.between(100_00, 3_00_000_00),
        asked: dice.weighed(askedWeights),
      };
    case "statement":
      return { kind, transfers: dice.between(5, 40), manner: dice.weighed(statementWeights) };
    case "bank account":
      return { kind, tenant, approved: dice.chance(70) };
    case "transfer in":
      return {
        kind,
        bank: dice.pick(banks),
        tenant,
        paise: dice.between(500_00, 80_000_00),
        from: dice.weighed({ "its own account": 6, "a stranger": 2, "nobody that is told": 3 }),
      };
    case "suspense":
      return { kind, tenant, how: dice.weighed({ assign: 3, return: 1 }) };
    case "pause":
      return {
        kind,
        rail: dice.pick(["primary", "alternative"] as const),
        ms: dice.between(300, 1_500),
      };
    case "tenant shut":
      return { kind, tenant: dice.between(1, tenants - 1), ms: dice.between(300, 1_500) };
    case "bank fault":
      return {
        kind,
        bank: dice.pick(banks),
        fault: dice.pick(bankFaults),
        times: dice.between(1, 3),
      };
    case "bank away":
      return { kind, bank: dice.pick(banks), ms: dice.between(200, 1_200) };
    case "bank sends back":
      return { kind, nth: dice.below(1_000) };
    case "text lost":
      return { kind, fault: dice.pick(textFaults) };
    case "killed":
    case "restarted":
      return { kind, process: dice.below(4) };
    case "database restarted":
      return { kind };
    case "time passes":
      return {
        kind,
        seconds: Number(dice.weighed({ 35: 6, 300: 3, 4000: 2, 90000: 1 })),
      };
  }
}

const destinationWeights: Readonly<Record<DestinationName, number>> = {
  "an account": 8,
  "another account": 4,
  "a UPI id": 5,
  "an account that fails": 2,
  "an account that fails late": 1,
  "an account that sends back": 2,
  "an account that never ends": 1,
};

const mannerWeights: Readonly<Record<PayoutManner, number>> = {
  plain: 10,
  "double click": 3,
  "answer lost": 3,
  "repeated later": 2,
  "key with another body": 2,
  "more than there is": 1,
};

const reviewWeights: Readonly<Record<ReviewManner, number>> = {
  approve: 6,
  reject: 2,
  "double click": 3,
  race: 4,
  "left alone": 1,
};

const askedWeights: Readonly<Record<AskedManner, number>> = {
  "as it came": 6,
  "with a paisa more": 1,
  "under another UTR": 1,
  never: 1,
};

const statementWeights: Readonly<Record<StatementManner, number>> = {
  once: 2,
  "again later": 2,
  "double click": 2,
  "by two people": 2,
  "answer lost": 2,
  "server killed": 1,
};

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

const textFaults: readonly Fault[] = [
  { kind: "status", acts: false, status: 500 },
  { kind: "cut", acts: true },
  { kind: "slow", acts: true, ms: 300 },
];
