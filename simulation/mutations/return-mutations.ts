import { randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../apps/server/src/database/db.ts";
import { moneyBackInvariants } from "../verification/verify-money-back.ts";
import { ownMoneyRule } from "../../apps/server/src/ledger/verify-own-money.ts";
import { noTenantId } from "../../apps/server/src/ledger/posting.ts";
import { databaseMutation, type Mutation } from "./mutation.ts";

const partial = "every partial return has its posting, and together they stay below the payout";
const withdrawals = "every withdrawal is free and goes to an account of its tenant";
const closed =
  "every closed account is empty and owes nothing, and every remainder set aside has its closing";

/** Mutations of partial returns, withdrawals and closed accounts. */
export const returnMutations: readonly Mutation[] = [
  databaseMutation("a partial return that no bank sent", partial, (db) =>
    postWithoutLines(db, "partial_return"),
  ),
  {
    name: "a payout of which more is back than its returns brought",
    breaks: [
      partial,
      moneyBackInvariants.partAtBank,
      ownMoneyRule.providers,
      "every sum of payouts equals the payouts of its hour, day or month",
      "every sum of payouts by provider, method and bank equals the payouts",
      "every sum of payouts by adapter and rail equals the payouts",
    ],
    async apply(records) {
      const returned = records.banks.transfers.filter(({ returnedPaise }) => returnedPaise > 0);
      // A paisa above what its bank ever returned: a backup may have no payout without a return.
      await sql`
        with chosen as (
          select id, coalesce(back.paise, 0) as paise
          from payouts left join unnest(
            ${returned.map(({ reference }) => reference)}::text[],
            ${returned.map(({ returnedPaise }) => returnedPaise)}::bigint[]
          ) as back (reference, paise) on reference = reference_id
          where status = 'success' order by coalesce(back.paise, 0), id limit 1
        )
        update payouts set returned_paise = greatest(returned_paise, chosen.paise) + 1
        from chosen where payouts.id = chosen.id
      `.execute(records.db);
      return records;
    },
  },
  databaseMutation("a withdrawal with a fee to another account", withdrawals, (db) =>
    sql`
      update payouts set payout_kind = 'withdrawal'
      where id = (
        select id from payouts where status = 'success' and fee_paise > 0
        -- Of a key, it would break the rules of keys too.
        order by exists (select from api_orders where api_orders.id = payouts.id), id limit 1
      )
    `.execute(db),
  ),
  databaseMutation("a closed account with money", closed, (db) =>
    sql`
      update tenants set closed_at = now()
      where id = (select id from wallets where available_paise > 0 order by id limit 1)
    `.execute(db),
  ),
  databaseMutation("a remainder set aside without a closing", closed, (db) =>
    postWithoutLines(db, "set_aside"),
  ),
];

function postWithoutLines(db: Db, kind: string) {
  return sql`
    insert into ledger_postings (id, kind, subject_id, created_at, tenant_id)
    values (${randomUUIDv7()}, ${kind}, ${randomUUIDv7()}, now(), ${noTenantId})
  `.execute(db);
}
