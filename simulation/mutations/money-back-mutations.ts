import type { BankTransfer } from "../bank-books.ts";
import type { Records } from "../records.ts";
import { moneyBackInvariants } from "../verification/verify-money-back.ts";
import { clientInvariants } from "../verification/verify-client-records.ts";
import { findPayment, type Mutation } from "./mutation.ts";

/** What banks and providers took or gave back, and what clients saw decided, without our books. */
export const moneyBackMutations: readonly Mutation[] = [
  {
    name: "a bank returned a part that is not in the books",
    breaks: [moneyBackInvariants.partInLedger],
    apply: (records) => changeReturned(records, findPayment(records), 1),
  },
  {
    name: "a part is back that the bank kept",
    breaks: [moneyBackInvariants.partAtBank],
    apply: (records) => {
      const { transfers } = records.banks;
      const partly = transfers.find((one) => one.outcome === "paid" && one.returnedPaise > 0);
      if (!partly) throw new Error("No bank returned a part");
      return changeReturned(records, partly, -1);
    },
  },
  {
    name: "a provider took a credit back that our books keep",
    breaks: [moneyBackInvariants.chargebackInLedger],
    apply: (records) => {
      const { banks } = records;
      const stray = {
        bank: "cashfree",
        reference: "899999",
        utr: "MUTATED00005",
        paise: 1,
      } as const;
      return { ...records, banks: { ...banks, chargebacks: [...banks.chargebacks, stray] } };
    },
  },
  {
    name: "a confirmed adjustment that moved nothing",
    breaks: [clientInvariants.acknowledged],
    apply: (records) => {
      const clients = structuredClone(records.clients);
      const state = { table: "adjustments", id: "nowhere", states: ["posted"], at: 0 } as const;
      clients.expectedStates.push(state);
      return { ...records, clients };
    },
  },
  {
    name: "a closed account that stayed open",
    breaks: [clientInvariants.acknowledged],
    apply: (records) => {
      const clients = structuredClone(records.clients);
      const at = 0;
      const state = { table: "closings", id: "closing of nobody", states: ["closed"], at } as const;
      clients.expectedStates.push(state);
      return { ...records, clients };
    },
  },
];

function changeReturned(records: Records, changed: BankTransfer, paise: number): Records {
  const transfers = records.banks.transfers.map((one) =>
    one === changed ? { ...one, returnedPaise: one.returnedPaise + paise } : one,
  );
  return { ...records, banks: { ...records.banks, transfers } };
}
