import { sql } from "kysely";
import { amountRule } from "../../apps/server/src/ledger/verify-amounts.ts";
import { ownMoneyRule } from "../../apps/server/src/ledger/verify-own-money.ts";
import { receivingRules } from "../../apps/server/src/ledger/verify-receiving-accounts.ts";
import { bankInvariants } from "../verification/verify-banks.ts";
import { clientInvariants } from "../verification/verify-client-records.ts";
import { receivedInvariant } from "../verification/verify-received.ts";
import { paidAlone } from "../paid-alone.ts";
import { databaseMutation, type Mutation } from "./mutation.ts";

const [, sumRule] = receivingRules;

/** Records that no longer say what was posted for them: another amount or another tenant. */
export const amountMutations: readonly Mutation[] = [
  databaseMutation(
    "a deposit of another tenant",
    [amountRule, clientInvariants.acknowledged],
    (db) =>
      sql`
      update deposits set tenant_id = (select id from wallets where id <> tenant_id limit 1)
      where id = (
        select id from deposits where status = 'completed' and corrected_paise = 0
        order by id limit 1
      )
    `.execute(db),
  ),
  {
    name: "a paid payout raised by ₹50,000",
    breaks: [
      bankInvariants.successIsPaid,
      amountRule,
      ownMoneyRule.providers,
      clientInvariants.acknowledged,
    ],
    async apply(records) {
      const acknowledged = records.clients.payouts.flatMap(({ acknowledgements: [first] }) =>
        first ? [first.id] : [],
      );
      await sql`
        update payouts set amount_paise = amount_paise + 5000000
        where id = (
          select id from (${paidAlone}) as paid where id = any(${acknowledged}::uuid[])
          order by id limit 1
        )
      `.execute(records.db);
      return records;
    },
  },
  databaseMutation(
    "a deposit at ten times its amount",
    [receivedInvariant, amountRule, sumRule, clientInvariants.acknowledged],
    (db) =>
      sql`
        update deposits set amount_paise = amount_paise * 10
        where id = (
          select id from deposits
          where status = 'completed' and came_through is null and requested_paise is null
          order by id limit 1
        )
      `.execute(db),
  ),
];
