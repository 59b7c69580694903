import { sql } from "kysely";
import { databaseMutation, type Mutation } from "./mutation.ts";

const adapterRollup = "every sum of payouts by adapter and rail equals the payouts";

const rollups = {
  payout_sums: ["open_count", "every sum of payouts equals the payouts of its hour, day or month"],
  payout_day_parts: [
    "open_count",
    "every sum of payouts by provider, method and bank equals the payouts",
  ],
  adapter_sums: ["open_count", adapterRollup],
  deposit_sums: [
    "pending_count",
    "every sum of deposits equals the deposits of its hour, day or month",
  ],
  credit_sums: [
    "deposit_count",
    "every sum of credits equals the deposits and reversals of its hour, day or month",
  ],
  ledger_days: ["count", "every day's sums of a wallet equal its postings"],
} as const;

/** Mutations of the rollups, one for each table. */
export const rollupMutations: readonly Mutation[] = [
  databaseMutation(
    "a rollup of failures without a failure",
    "every sum of failed payouts by reason equals the payouts",
    (db) =>
      sql`
        insert into payout_failure_days (person_id, day, reason, count, paise)
        select id, '2026-01-01', 'Mutated', 1, 100 from people limit 1
      `.execute(db),
  ),
  databaseMutation("a change of a provider rollup without a payout", adapterRollup, (db) =>
    sql`
      insert into adapter_sum_changes (
        adapter, provider, open_count, success_count, success_paise, taken_paise, charges_paise,
        returned_paise
      ) values ('sandbox', 'primary', 0, 0, 0, 0, 1, 0)
    `.execute(db),
  ),
  ...Object.entries(rollups).map(([table, [column, rule]]) =>
    databaseMutation(`a wrong rollup in ${table}`, rule, (db) =>
      sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + 1
        where ctid = (select ctid from ${sql.table(table)} limit 1)
      `.execute(db),
    ),
  ),
];
