import { randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import { amountRule } from "../../apps/server/src/ledger/verify-amounts.ts";
import type { Records } from "../records.ts";
import type { Mutation } from "./mutation.ts";
import { plainUtr, type ReceivedTransfer } from "../receiving-bank.ts";
import { receivedInvariant } from "../verification/verify-received.ts";
import { clientInvariants } from "../verification/verify-client-records.ts";

/** Differences between credited deposits and the transfers that the bank received. */
export const transferMutations: readonly Mutation[] = [
  {
    name: "a credited deposit without a transfer",
    breaks: [receivedInvariant],
    apply: (records) => changeReceived(records, () => []),
  },
  {
    name: "a transfer with a paisa less than its deposit",
    breaks: [receivedInvariant],
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
      const [id, utr] = [randomUUIDv7(), await readCreditedUtr(records)];
      await sql`drop index deposits_utr_once`.execute(records.db);
      await sql`
        insert into deposits (
          id, person_id, bank_account_id, amount_paise, utr_reference, status, reviewed_by,
          reviewed_at, created_at
        )
        select ${id}::uuid, person_id, bank_account_id, amount_paise, utr_reference, status,
          reviewed_by, reviewed_at, created_at
        from deposits where utr_reference = ${utr}
      `.execute(records.db);
      await sql`
        insert into ledger_postings (id, kind, subject_id, created_at)
        values (${randomUUIDv7()}, 'credit', ${id}, now())
      `.execute(records.db);
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

/** The UTR of the first deposit, which every backup contains. */
async function readCreditedUtr({ db }: Records): Promise<string> {
  const { rows } = await sql<{ utr: string }>`
    select utr_reference as utr from deposits
    where status = 'completed' and came_through is null order by id limit 1
  `.execute(db);
  if (!rows[0]) throw new Error("No deposit was credited");
  return rows[0].utr;
}
