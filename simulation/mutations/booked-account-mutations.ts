import { sql } from "kysely";
import type { Db } from "../../apps/server/src/database/db.ts";
import { receivingRules } from "../../apps/server/src/ledger/verify-receiving-accounts.ts";
import { balanceInvariants } from "../verification/verify-balances.ts";
import { checkpointedMutation } from "./checkpointed-mutation.ts";
import { databaseMutation, type Mutation } from "./mutation.ts";

const [entryRule, sumRule] = receivingRules;

/** A posted adjustment that names a receiving account, and its posting. */
const adjusted = sql`(
  select id from adjustments where state = 'posted' and receiving_account_id is not null
  order by id limit 1
)`;
const postingOf = sql`(
  select id from ledger_postings where subject_id = ${adjusted} and kind like 'adjust%'
)`;

/** Adjustments on another receiving account or provider than two people signed. */
export const bookedAccountMutations: readonly Mutation[] = [
  checkpointedMutation(
    "an adjustment posted on another receiving account than its record names",
    [entryRule, sumRule, balanceInvariants.accounts],
    moveEntry,
  ),
  checkpointedMutation(
    "an adjustment recorded and posted on another receiving account",
    [balanceInvariants.accounts],
    async (db) => {
      await moveEntry(db);
      await sql`
        update adjustments set receiving_account_id = (
          select id from receiving_accounts where id <> adjustments.receiving_account_id
        ) where id = ${adjusted}
      `.execute(db);
    },
  ),
  databaseMutation("an adjustment of another provider", [balanceInvariants.providers], (db) =>
    sql`
      update adjustments
      set adapter = case adapter when 'cashfree' then 'razorpayx' else 'cashfree' end
      where id = (
        select id from adjustments where state = 'posted' and adapter is not null
        order by id limit 1
      )
    `.execute(db),
  ),
];

function moveEntry(db: Db) {
  return sql`
    update ledger_entries set receiving_account_id = (
      select id from receiving_accounts where id <> ledger_entries.receiving_account_id
    )
    where account = 'bank' and posting_id = ${postingOf}
  `.execute(db);
}
