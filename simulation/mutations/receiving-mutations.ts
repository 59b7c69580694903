import { randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import { amountRule } from "../../apps/server/src/ledger/verify-amounts.ts";
import { receivingRules } from "../../apps/server/src/ledger/verify-receiving-accounts.ts";
import type { Records } from "../records.ts";
import { balanceInvariants } from "../verification/verify-balances.ts";
import { receivedInvariant } from "../verification/verify-received.ts";
import { checkpointedMutation } from "./checkpointed-mutation.ts";
import { databaseMutation, type Mutation } from "./mutation.ts";

const [entryRule, sumRule, arrivalRule] = receivingRules;

/** Money in another receiving account than it arrived in, or another amount than arrived. */
export const receivingMutations: readonly Mutation[] = [
  checkpointedMutation(
    "a bank entry of another receiving account",
    [entryRule, sumRule, receivedInvariant, balanceInvariants.accounts],
    (db) =>
      sql`
        update ledger_entries set receiving_account_id = (
          select id from receiving_accounts where id <> ledger_entries.receiving_account_id
        )
        where (posting_id, line) = (
          select posting_id, line from ledger_entries where receiving_account_id is not null
          order by posting_id limit 1
        )
      `.execute(db),
  ),
  databaseMutation(
    "a deposit that arrived in another receiving account",
    [entryRule, sumRule],
    (db) =>
      sql`
      update deposits set arrived_in_id = (
        select id from receiving_accounts where id <> deposits.arrived_in_id
      )
      where id = (select id from deposits where arrived_in_id is not null order by id limit 1)
    `.execute(db),
  ),
  databaseMutation(
    "a deposit whose record has the requested amount instead of what arrived",
    [receivedInvariant, amountRule, sumRule],
    (db) =>
      sql`
        update deposits
        set amount_paise = requested_paise, requested_paise = null, amount_reason = null
        where id = (select id from deposits where requested_paise is not null order by id limit 1)
      `.execute(db),
  ),
  {
    name: "an incoming credit with a paisa more than its deposit",
    breaks: [arrivalRule],
    apply: addCredit,
  },
];

/** Adds a credit of a deposit, in the database and in the bank's books. */
async function addCredit(records: Records): Promise<Records> {
  const { db, banks } = records;
  const utr = "MUTATED00004";
  const { rows } = await sql<{ paise: bigint }>`
    insert into incoming_credits (
      id, adapter, credit_reference, virtual_account_reference, amount_paise, bank_reference,
      utr_reference, sent_at, created_at, state, deposit_id
    )
    select ${randomUUIDv7()}::uuid, 'cashfree', ${utr}, 'mutated', amount_paise + 1, ${utr}, ${utr},
      now(), now(), 'credited', id
    from deposits where status = 'completed' and came_through is null order by id limit 1
    returning amount_paise as paise
  `.execute(db);
  const theirs = {
    bank: "cashfree",
    reference: utr,
    paise: Number(rows[0]?.paise ?? 0n),
    utr,
  } as const;
  return { ...records, banks: { ...banks, credits: [...banks.credits, theirs] } };
}
