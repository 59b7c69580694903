import { sql } from "kysely";
import { inBooks, type Plant } from "./plants.ts";

const sumByAdapter = "every sum of payouts by adapter and rail equals the payouts";

const everySum = {
  payout_sums: ["open_count", "every sum of payouts equals the payouts of its hour, day or month"],
  payout_day_parts: [
    "open_count",
    "every sum of payouts by provider, method and bank equals the payouts",
  ],
  adapter_sums: ["open_count", sumByAdapter],
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

/** Faults in the sums that are kept of histories, one for each table of them. */
export const plantsInSums: readonly Plant[] = [
  inBooks(
    "a sum of failures without one",
    "every sum of failed payouts by reason equals the payouts",
    (db) =>
      sql`
        insert into payout_failure_days (person_id, day, reason, count, paise)
        select id, '2026-01-01', 'Planted', 1, 100 from people limit 1
      `.execute(db),
  ),
  inBooks("a change of a provider's sums without a payout", sumByAdapter, (db) =>
    sql`
      insert into adapter_sum_changes (
        adapter, provider, open_count, success_count, success_paise, taken_paise, charges_paise,
        returned_paise
      ) values ('sandbox', 'primary', 0, 0, 0, 0, 1, 0)
    `.execute(db),
  ),
  ...Object.entries(everySum).map(([table, [column, rule]]) =>
    inBooks(`a wrong sum in ${table}`, rule, (db) =>
      sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + 1
        where ctid = (select ctid from ${sql.table(table)} limit 1)
      `.execute(db),
    ),
  ),
];
