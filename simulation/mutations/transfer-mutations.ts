import { sql } from "kysely";
import { amountRule } from "../../apps/server/src/ledger/verify-amounts.ts";
import type { Records } from "../records.ts";
import { creditAgain } from "./fault-mutations.ts";
import type { Mutation } from "./mutation.ts";
import { plainUtr, type ReceivedTransfer } from "../receiving-bank.ts";
import { balanceInvariants } from "../verification/verify-balances.ts";
import { receivedInvariant } from "../verification/verify-received.ts";
import { clientInvariants } from "../verification/verify-client-records.ts";

/** Differences between credited deposits and the transfers that the bank received. */
export const transferMutations: readonly Mutation[] = [
  {
    name: "a credited deposit without a transfer",
    breaks: [receivedInvariant, balanceInvariants.accounts],
    apply: (records) => changeReceived(records, () => []),
  },
  {
    name: "a transfer with a paisa less than its deposit",
    breaks: [receivedInvariant, balanceInvariants.accounts],
    apply: (records) =>
      changeReceived(records, (transfer) => [{ ...transfer, paise: transfer.paise - 1 }]),
  },
  {
    name: "a transfer that was credited twice",
    breaks: [
      receivedInvariant,
      clientInvariants.acknowledged,
      "no two deposits claim one transfer",
      amountRule,
    ],
    async apply(records) {
      const utr = await readCreditedUtr(records);
      await creditAgain(records, utr, utr);
      return records;
    },
  },
  {
    name: "a transfer that was credited again under its padded UTR",
    breaks: [receivedInvariant, "no two deposits claim one transfer", amountRule],
    async apply(records) {
      const utr = await readCreditedUtr(records, /^[0-9]{12}$/);
      await creditAgain(records, utr, `0000${utr}`);
      return records;
    },
  },
];

async function changeReceived(
  records: Records,
  change: (transfer: ReceivedTransfer) => ReceivedTransfer[],
): Promise<Records> {
  const utr = await readCreditedUtr(records);
  const received = records.banks.received.flatMap((transfer) =>
    plainUtr(transfer.utr) === plainUtr(utr) ? change(transfer) : transfer,
  );
  return { ...records, banks: { ...records.banks, received } };
}

/** The UTR of the first deposit of a format, which every backup contains. */
async function readCreditedUtr({ db }: Records, format = /./): Promise<string> {
  const { rows } = await sql<{ utr: string }>`
    select utr_reference as utr from deposits
    where status = 'completed' and came_through is null order by id
  `.execute(db);
  const first = rows.find(({ utr }) => format.test(utr));
  if (!first) throw new Error(`No deposit with a UTR like ${format.source} was credited`);
  return first.utr;
}
