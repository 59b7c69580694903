import { sql } from "kysely";
import { queueRule } from "../../apps/server/src/payouts/send/verify-queue.ts";
import { databaseMutation, type Mutation } from "./mutation.ts";

const adapterRollup = "every sum of payouts by adapter and rail equals the payouts";

const payoutSums = "every sum of payouts equals the payouts of its hour, day or month";
const payoutParts = "every sum of payouts by provider, method and bank equals the payouts";

const rollups = {
  adapter_rollups: ["open_count", adapterRollup],
  deposit_rollups: [
    "pending_count",
    "every sum of deposits equals the deposits of its hour, day or month",
  ],
  credit_rollups: [
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
        insert into payout_failure_days (tenant_id, day, reason, count, paise)
        select id, '2026-01-01', 'Mutated', 1, 100 from tenants limit 1
      `.execute(db),
  ),
  databaseMutation("a change of a provider rollup without a payout", adapterRollup, (db) =>
    sql`
      insert into adapter_rollup_changes (
        adapter, provider, open_count, success_count, success_paise, taken_paise, charges_paise,
        returned_paise
      ) values ('sandbox', 'primary', 0, 0, 0, 0, 1, 0)
    `.execute(db),
  ),
  databaseMutation("a finished payout in the queue", queueRule.open, (db) =>
    sql`
      insert into payout_queue (tenant_id, payout_id, created_at, due_at, provider, status, is_unclear)
      select tenant_id, payout_id, created_at, now(), 'primary', 'pending', false
      from finished_payouts limit 1
    `.execute(db),
  ),
  databaseMutation("a finished payout that is not listed", queueRule.finished, (db) =>
    sql`
      delete from finished_payouts where ctid = (select ctid from finished_payouts limit 1)
    `.execute(db),
  ),
  // Whether a worker has compacted the run's rollups depends on its clock, so these add a row.
  databaseMutation("a wrong rollup in payout_rollups", payoutSums, (db) =>
    sql`
      insert into payout_rollups as stored
      select tenant_id, 'month', date_trunc('month', created_at, 'Asia/Kolkata'),
        1, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from payouts order by id limit 1
      on conflict (tenant_id, grain, starts_at) do update set open_count = stored.open_count + 1
    `.execute(db),
  ),
  databaseMutation("a wrong rollup in payout_day_parts", payoutParts, (db) =>
    sql`
      insert into payout_day_parts as stored
      select tenant_id, (created_at at time zone 'Asia/Kolkata')::date, provider, method, 'Mutated',
        1, 100, 0, 0, 0, 0, 0, 0, 0, 0
      from payouts order by id limit 1
    `.execute(db),
  ),
  databaseMutation(
    "a change of the rollups of payouts without a payout",
    [payoutSums, payoutParts],
    (db) =>
      sql`
        insert into payout_rollup_changes
        select tenant_id, date_trunc('hour', created_at, 'Asia/Kolkata'), provider, method,
          'Mutated', 1, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        from payouts order by id limit 1
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
