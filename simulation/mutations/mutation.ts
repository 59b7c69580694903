import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../apps/server/src/database/db.ts";
import type { BankTransfer } from "../bank-books.ts";
import type { ClientRecords } from "../client-records.ts";
import type { Records } from "../records.ts";
import { bankInvariants } from "../verification/verify-banks.ts";
import { clientInvariants } from "../verification/verify-client-records.ts";
import { processInvariants } from "../verification/verify.ts";

/** A fault in the finished simulation, and the invariants that it must break. */
export interface Mutation {
  readonly name: string;
  readonly breaks: readonly string[];
  /** Changes the database, in a transaction that rolls back, or returns changed records. */
  apply(records: Records): Promise<Records> | Records;
}

/** A mutation that changes the database and breaks one or several invariants. */
export function databaseMutation(
  name: string,
  breaks: string | readonly string[],
  change: (db: Db) => Promise<unknown>,
): Mutation {
  return {
    name,
    breaks: [breaks].flat(),
    async apply(records) {
      await change(records.db);
      return records;
    },
  };
}

/** Mutations outside the database: in the banks' books, the client records and the logs. */
export const recordMutations: readonly Mutation[] = [
  {
    name: "a bank paid another amount",
    breaks: [bankInvariants.successIsPaid],
    apply: (records) => changePayment(records, (one) => ({ ...one, paise: one.paise + 1 })),
  },
  {
    name: "a bank paid another account",
    breaks: [bankInvariants.successIsPaid],
    apply: (records) => changePayment(records, (one) => ({ ...one, to: "999900001111" })),
  },
  {
    name: "a bank paid twice",
    breaks: [bankInvariants.paidOnce],
    apply: (records) => changePayment(records, (one) => ({ ...one, timesPaid: 2 })),
  },
  {
    name: "a bank paid without a payout",
    breaks: [bankInvariants.paidIsSuccess],
    apply: (records) => {
      const { banks } = records;
      const stray = { ...findPayment(records), reference: "RSTRAY" };
      return { ...records, banks: { ...banks, transfers: [...banks.transfers, stray] } };
    },
  },
  {
    name: "a held-up send was paid after a refused repeat had failed its payout",
    breaks: [bankInvariants.paidIsSuccess],
    async apply(records) {
      const { rows } = await sql<{ reference: string }>`
        select reference_id as reference from payouts where status = 'failed' order by id limit 1
      `.execute(records.db);
      const reference = rows[0]?.reference;
      if (reference === undefined) throw new Error("No payout failed");
      const { banks } = records;
      const late = { ...findPayment(records), reference, timesPaid: 1 };
      const others = banks.transfers.filter((one) => one.reference !== reference);
      return { ...records, banks: { ...banks, transfers: [...others, late] } };
    },
  },
  {
    name: "a bank received money that is not in the ledger",
    breaks: [bankInvariants.creditInLedger],
    apply: (records) => {
      const { banks } = records;
      const utr = "MUTATED00002";
      const stray = { bank: "cashfree", reference: "none", paise: 100, utr } as const;
      return { ...records, banks: { ...banks, credits: [...banks.credits, stray] } };
    },
  },
  {
    name: "an acknowledged payout is missing",
    breaks: [clientInvariants.acknowledged],
    apply: (records) =>
      changeClientRecords(records, ({ payouts }) => {
        const first = findAcknowledged(payouts);
        if (!first) throw new Error("No payout was acknowledged");
        const acknowledgements = [{ id: randomUUID(), reference: "RLOST", at: 0 }];
        const remarks = "Missing payout";
        payouts.push({ ...first, remarks, acknowledgements, rejection: undefined });
      }),
  },
  {
    name: "a request was acknowledged with two ids",
    breaks: [clientInvariants.acknowledged],
    apply: (records) =>
      changeClientRecords(records, ({ payouts }) => {
        const first = findAcknowledged(payouts);
        first?.acknowledgements.push({ id: randomUUID(), reference: "ROTHER", at: 0 });
      }),
  },
  {
    name: "a rejected payout has a row",
    breaks: [clientInvariants.rejected],
    apply: (records) =>
      changeClientRecords(records, ({ payouts }) => {
        const first = findAcknowledged(payouts);
        first?.acknowledgements.splice(0);
        if (first) first.rejection = "INSUFFICIENT_BALANCE";
      }),
  },
  {
    name: "a rejection had no effect",
    breaks: [clientInvariants.decisions],
    apply: (records) =>
      changeClientRecords(records, ({ deposits }) => {
        const first = deposits.find(({ decisions }) => decisions.at(-1)?.outcome === "credited");
        first?.decisions.splice(0, Infinity, { outcome: "rejected", at: 0 });
      }),
  },
  {
    name: "a payout stays open",
    breaks: [processInvariants.finished],
    apply: (records) => ({ ...records, unfinished: ["payout 1 is processing"] }),
  },
  {
    name: "a server responds with 500",
    breaks: [processInvariants.anomalies],
    apply: (records) => ({ ...records, processAnomalies: ["listPayouts got a response with 500"] }),
  },
  {
    name: "a deadlock that a worker repeats after",
    breaks: [processInvariants.deadlocks],
    apply: (records) => ({
      ...records,
      databaseLog: `${records.databaseLog}2026-05-08 10:00:00.000 UTC [7] ERROR:  deadlock detected\n`,
    }),
  },
  {
    name: "a log contains a mobile number",
    breaks: [processInvariants.logs],
    apply: (records) => ({
      ...records,
      logs: [...records.logs, '{"level":30,"msg":"Texting 9876543210"}'],
    }),
  },
];

/** A payout to a beneficiary, which its remarks identify. */
function findAcknowledged(payouts: ClientRecords["payouts"]) {
  return payouts.find(
    ({ to, acknowledgements }) => typeof to === "string" && acknowledgements.length > 0,
  );
}

function changeClientRecords(records: Records, change: (clients: ClientRecords) => void): Records {
  const clients = structuredClone(records.clients);
  change(clients);
  return { ...records, clients };
}

/** A payment of which nothing came back. @throws if no bank paid a payout. */
export function findPayment({ banks }: Records): BankTransfer {
  const payment = banks.transfers.find(
    ({ outcome, returnedPaise }) => outcome === "paid" && returnedPaise === 0,
  );
  if (!payment) throw new Error("No bank paid a payout");
  return payment;
}

function changePayment(records: Records, change: (payment: BankTransfer) => BankTransfer): Records {
  const payment = findPayment(records);
  const transfers = records.banks.transfers.map((one) => (one === payment ? change(one) : one));
  return { ...records, banks: { ...records.banks, transfers } };
}
