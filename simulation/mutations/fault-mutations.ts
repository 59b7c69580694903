import { randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import type { BankTransfer } from "../bank-books.ts";
import type { Records } from "../records.ts";
import { bankInvariants } from "../verification/verify-banks.ts";
import { takenBackInvariant } from "../verification/verify-received.ts";
import { databaseMutation, findPayment, type Mutation } from "./mutation.ts";
import { noTenantId } from "../../apps/server/src/ledger/posting.ts";

/** What the banks' and servers' worst faults would leave behind, if the product did not stop them. */
export const faultMutations: readonly Mutation[] = [
  databaseMutation(
    "a transfer that the bank took back, on no line that super admins see",
    takenBackInvariant,
    (db) =>
      sql`
        update statement_lines set outcome = 'debit', deposit_id = null
        from deposits
        where deposits.id = deposit_id and outcome = 'taken_back' and status = 'completed'
      `.execute(db),
  ),
  {
    name: "a payout that only a signed event about another amount called paid",
    breaks: [bankInvariants.successIsPaid],
    apply: (records) =>
      changeTransfers(records, (payment) => [{ ...payment, outcome: "not paid", timesPaid: 0 }]),
  },
  {
    name: "a frozen worker's late call was paid by the other bank too",
    breaks: [bankInvariants.paidOnce],
    apply: (records) =>
      changeTransfers(records, (payment) => {
        const bank = payment.bank === "razorpayx" ? "cashfree" : "razorpayx";
        return [payment, { ...payment, bank }];
      }),
  },
  {
    name: "a worker ahead of time sent a payout again that the first bank had returned",
    breaks: [bankInvariants.paidOnce, bankInvariants.paidIsSuccess],
    apply: (records) => {
      const { banks } = records;
      const returned = banks.transfers.find(
        ({ outcome, returnedPaise }) => outcome === "not paid" && returnedPaise > 0,
      );
      if (!returned) throw new Error("No bank returned a payout");
      const again = { ...returned, outcome: "paid", returnedPaise: 0 } as const;
      return { ...records, banks: { ...banks, transfers: [...banks.transfers, again] } };
    },
  },
];

function changeTransfers(
  records: Records,
  change: (payment: BankTransfer) => BankTransfer[],
): Records {
  const payment = findPayment(records);
  const transfers = records.banks.transfers.flatMap((one) =>
    one === payment ? change(one) : [one],
  );
  return { ...records, banks: { ...records.banks, transfers } };
}

/** Adds a completed deposit like an existing one, credited by an empty posting. */
export async function creditAgain({ db }: Records, utr: string, newUtr: string): Promise<void> {
  const id = randomUUIDv7();
  await sql`drop index deposits_utr_once`.execute(db);
  await sql`
    insert into deposits (
      id, tenant_id, bank_account_id, amount_paise, utr_reference, status, reviewed_by,
      reviewed_at, created_at
    )
    select ${id}::uuid, tenant_id, bank_account_id, amount_paise, ${newUtr}, status, reviewed_by,
      reviewed_at, created_at
    from deposits where utr_reference = ${utr}
  `.execute(db);
  await sql`
    insert into ledger_postings (id, kind, subject_id, created_at, tenant_id)
    values (${randomUUIDv7()}, 'credit', ${id}, now(), ${noTenantId})
  `.execute(db);
}
