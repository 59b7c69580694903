import { randomUUID } from "node:crypto";
import type { Db } from "../apps/server/src/db.ts";
import type { Evidence } from "./evidence.ts";
import type { BankTransfer } from "./banks.ts";
import type { Journal } from "./journal.ts";
import { bankRules } from "./verify-banks.ts";
import { journalRules } from "./verify-journal.ts";
import { processRules } from "./verify.ts";

/** A fault that is planted into what the simulation has left, and the invariants that it breaks. */
export interface Plant {
  readonly name: string;
  readonly breaks: readonly string[];
  /** Changes the database within a transaction that is undone; or answers other evidence. */
  plant(evidence: Evidence): Promise<Evidence> | Evidence;
}

/** A plant that is one change of the tables. */
export function inBooks(name: string, rule: string, change: (db: Db) => Promise<unknown>): Plant {
  return {
    name,
    breaks: [rule],
    async plant(evidence) {
      await change(evidence.db);
      return evidence;
    },
  };
}

/** Faults outside of our database: in the banks' books, the clients' journal, the logs. */
export const plantsOutside: readonly Plant[] = [
  {
    name: "a bank paid another amount",
    breaks: [bankRules.ours],
    plant: (evidence) => withPayment(evidence, (one) => ({ ...one, paise: one.paise + 1 })),
  },
  {
    name: "a bank paid somebody else",
    breaks: [bankRules.ours],
    plant: (evidence) => withPayment(evidence, (one) => ({ ...one, to: "999900001111" })),
  },
  {
    name: "a bank paid twice",
    breaks: [bankRules.once],
    plant: (evidence) => withPayment(evidence, (one) => ({ ...one, timesPaid: 2 })),
  },
  {
    name: "a bank paid what we never ordered",
    breaks: [bankRules.theirs],
    plant: (evidence) => {
      const { bank } = evidence;
      const stray = { ...paymentIn(evidence), reference: "RSTRAY" };
      return { ...evidence, bank: { ...bank, transfers: [...bank.transfers, stray] } };
    },
  },
  {
    name: "a bank took in money that we don't know of",
    breaks: [bankRules.creditsTheirs],
    plant: (evidence) => {
      const { bank } = evidence;
      const stray = {
        bank: "cashfree",
        reference: "none",
        paise: 100,
        utr: "PLANTED00002",
      } as const;
      return { ...evidence, bank: { ...bank, credits: [...bank.credits, stray] } };
    },
  },
  {
    name: "an acknowledged payout is lost",
    breaks: [journalRules.there],
    plant: (evidence) =>
      withJournal(evidence, ({ orders }) => {
        const first = orders.find(({ yes }) => yes.length > 0);
        if (!first) throw new Error("Nothing was acknowledged");
        const yes = [{ id: randomUUID(), reference: "RLOST", at: 0 }];
        orders.push({ ...first, remarks: "Prove order lost", yes, no: undefined });
      }),
  },
  {
    name: "one request had two answers",
    breaks: [journalRules.there],
    plant: (evidence) =>
      withJournal(evidence, ({ orders }) => {
        const first = orders.find(({ yes }) => yes.length > 0);
        first?.yes.push({ id: randomUUID(), reference: "ROTHER", at: 0 });
      }),
  },
  {
    name: "a refused payout is there",
    breaks: [journalRules.notThere],
    plant: (evidence) =>
      withJournal(evidence, ({ orders }) => {
        const first = orders.find(({ yes }) => yes.length > 0);
        first?.yes.splice(0);
        if (first) first.no = "INSUFFICIENT_BALANCE";
      }),
  },
  {
    name: "an approval is forgotten",
    breaks: [journalRules.decisions],
    plant: (evidence) =>
      withJournal(evidence, ({ deposits }) => {
        const first = deposits.find(({ decisions }) => decisions.at(-1)?.outcome === "credited");
        first?.decisions.splice(0, Infinity, { outcome: "rejected", at: 0 });
      }),
  },
  {
    name: "a payout never ends",
    breaks: [processRules.rest],
    plant: (evidence) => ({ ...evidence, open: ["payout 1 is processing"] }),
  },
  {
    name: "a server answers with a 500",
    breaks: [processRules.asked],
    plant: (evidence) => ({ ...evidence, surprises: ["listPayouts was answered with 500"] }),
  },
  {
    name: "a log tells a mobile number",
    breaks: [processRules.logs],
    plant: (evidence) => ({
      ...evidence,
      logs: [...evidence.logs, '{"level":30,"msg":"Texting 9876543210"}'],
    }),
  },
];

function withJournal(evidence: Evidence, change: (journal: Journal) => void): Evidence {
  const journal = structuredClone(evidence.journal);
  change(journal);
  return { ...evidence, journal };
}

function paymentIn({ bank }: Evidence): BankTransfer {
  const payment = bank.transfers.find(({ ended }) => ended === "paid");
  if (!payment) throw new Error("No bank has paid anything");
  return payment;
}

function withPayment(
  evidence: Evidence,
  change: (payment: BankTransfer) => BankTransfer,
): Evidence {
  const payment = paymentIn(evidence);
  const transfers = evidence.bank.transfers.map((one) => (one === payment ? change(one) : one));
  return { ...evidence, bank: { ...evidence.bank, transfers } };
}
