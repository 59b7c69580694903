import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { Fault } from "../ledger/fault.ts";
import { adapterRollups } from "./adapter-rollups.ts";

const rules = {
  payouts: "every sum of payouts equals the payouts of its hour, day or month",
  parts: "every sum of payouts by provider, method and bank equals the payouts",
  failures: "every sum of failed payouts by reason equals the payouts",
  adapters: "every sum of payouts by adapter and rail equals the payouts",
  deposits: "every sum of deposits equals the deposits of its hour, day or month",
  credits: "every sum of credits equals the deposits and reversals of its hour, day or month",
} as const;
/** The rules that `verifyRollups` checks. */
export const rollupRules = Object.values(rules);

/**
 * Compares the rollups, which triggers maintain (migrations 0033, 0044 and 0076), with sums of the rows.
 * Histories and statistics depend on them.
 */
export async function verifyRollups(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    ${differences(rules.payouts, "payout_rollups", payouts, sumKey, addedUp("payout_rollups", sumKey))}
    union all
    ${differences(rules.parts, "payout_day_parts", parts, partKey, addedUp("payout_day_parts", partKey))}
    union all
    ${differences(rules.failures, "payout_failure_days", failures, ["tenant_id", "day", "reason"])}
    union all
    ${differences(rules.adapters, "adapter_rollups", adapters, ["adapter", "provider"], storedAdapters)}
    union all
    ${differences(rules.deposits, "deposit_rollups", deposits, ["tenant_id", "grain", "starts_at"])}
    union all
    ${differences(rules.credits, "credit_rollups", credits, ["tenant_id", "grain", "starts_at"])}
  `.execute(db);
  return rows;
}

type Query = ReturnType<typeof sql>;

const sumKey = ["tenant_id", "grain", "starts_at"] as const;
const partKey = ["tenant_id", "day", "provider", "method", "bank_name"] as const;

/** What readers add up of a rollup of payouts: the compacted rows and the changes since. */
function addedUp(table: "payout_rollups" | "payout_day_parts", key: readonly string[]): Query {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  return sql`(
    select ${columns}, ${sql.join(figuresIn[table].map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
    from ${sql.table(`all_${table}`)} group by ${columns}
  )`;
}

const figuresIn = {
  payout_rollups: [
    ...["open", "success", "failed", "returned", "cancelled"].flatMap((outcome) =>
      ["count", "paise", "charges_paise"].map((figure) => `${outcome}_${figure}`),
    ),
    "back_paise",
    "back_charges_paise",
  ],
  payout_day_parts: [
    ...["open", "success", "failed"].flatMap((outcome) => [`${outcome}_count`, `${outcome}_paise`]),
    "fee_paise",
    "gst_paise",
    "earned_fee_paise",
    "earned_gst_paise",
  ],
} as const;

/**
 * The keys of rows that differ between a rollup table and the sums. A row of zeros equals a missing
 * row. Both must have the same columns.
 */
function differences(
  rule: string,
  table: string,
  summed: Query,
  key: readonly string[],
  stored: Query = sql.table(table),
) {
  const keyText = sql.join(
    key.map((column) => sql`${sql.ref(column)}::text`),
    sql` || ' ' || `,
  );
  const nonZero = (rows: Query) => sql`
    select ${keyText} as key, columns from ${rows} as rows
    cross join lateral (
      select jsonb_object_agg(name, value) as columns
      from jsonb_each(to_jsonb(rows) - ${[...key]}::text[]) as each (name, value)
      where value not in ('0', 'null')
    ) as non_zero
    where columns is not null
  `;
  // Materialized, because each side is used twice and summing all rows is slow.
  return sql`(
    with in_table as materialized (${nonZero(stored)}), in_rows as materialized (${nonZero(sql`(${summed})`)})
    select distinct ${rule}::text as rule, ${sql.lit(`${table} `)} || key as where
    from (
      (select * from in_table except select * from in_rows)
      union all (select * from in_rows except select * from in_table)
    ) as different
  )`;
}

/** Joins each row with its month, its day and its hour. */
const grains = (at: string) => sql`
  cross join lateral (
    values ('month', date_trunc('month', ${sql.ref(at)}, 'Asia/Kolkata')),
      ('day', date_trunc('day', ${sql.ref(at)}, 'Asia/Kolkata')),
      ('hour', date_trunc('hour', ${sql.ref(at)}, 'Asia/Kolkata'))
  ) as grains (grain, starts_at)
`;

const dayOf = (at: string) => sql`(${sql.ref(at)} at time zone 'Asia/Kolkata')::date`;

/**
 * Payouts with their outcome; returns and their times come from their own table. A paid payout
 * counts with what stays paid: `back`, `back_fee` and `back_gst` are what partial returns brought.
 */
const outcomes = sql`(
  select payouts.tenant_id, provider, method, 
    coalesce(bank_name, case when method = 'upi' then lower(destination_end) end, '') as bank_name,
    coalesce(failure_reason, '') as reason, payouts.created_at as requested_at, finished_at,
    coalesce(charges_at, returned.created_at) as charges_back_at,
    payouts.amount_paise - back as paise, payouts.fee_paise - back_fee as fee_paise,
    payouts.gst_paise - back_gst as gst_paise,
    payouts.fee_paise + payouts.gst_paise - back_fee - back_gst as charges,
    back, back_fee + back_gst as back_charges, payouts.fee_paise as whole_fee,
    payouts.gst_paise as whole_gst,
    case
      when status in ('pending', 'processing') then 'open'
      when returned.payout_id is not null then 'returned'
      else status
    end as outcome
  from payouts
  left join payout_reversals as returned on returned.payout_id = payouts.id and not is_partial
  cross join lateral (
    select coalesce(sum(part.amount_paise - part.fee_paise - part.gst_paise), 0) as back,
      coalesce(sum(part.fee_paise), 0) as back_fee, coalesce(sum(part.gst_paise), 0) as back_gst
    from payout_reversals as part
    where part.payout_id = payouts.id and part.is_partial and payouts.status = 'success'
  ) as parts
  cross join lateral (
    select min(part.created_at) as charges_at from payout_reversals as part
    where part.payout_id = payouts.id and part.is_partial and part.fee_paise + part.gst_paise > 0
  ) as charged
)`;

const figuresOf = (outcome: string) => sql`
  count(*) filter (where outcome = ${sql.lit(outcome)}) as ${sql.ref(`${outcome}_count`)},
  sum(paise) filter (where outcome = ${sql.lit(outcome)}) as ${sql.ref(`${outcome}_paise`)},
  sum(charges) filter (where outcome = ${sql.lit(outcome)})
    as ${sql.ref(`${outcome}_charges_paise`)}
`;

const payouts = sql`
  select tenant_id, grain, starts_at, ${figuresOf("open")}, ${figuresOf("success")},
    ${figuresOf("failed")}, ${figuresOf("returned")}, ${figuresOf("cancelled")}, sum(back) as back_paise,
    sum(back_charges) as back_charges_paise
  from ${outcomes} as outcomes ${grains("requested_at")}
  group by tenant_id, grain, starts_at
`;

const parts = sql`
  select tenant_id, day, provider, method, bank_name,
    count(*) filter (where outcome = 'open') as open_count,
    sum(paise) filter (where outcome = 'open') as open_paise,
    count(*) filter (where outcome = 'success') as success_count,
    sum(paise) filter (where outcome = 'success') as success_paise,
    count(*) filter (where outcome in ('failed', 'returned')) as failed_count,
    sum(paise) filter (where outcome in ('failed', 'returned')) as failed_paise,
    sum(fee_paise) filter (where outcome in ('open', 'success')) as fee_paise,
    sum(gst_paise) filter (where outcome in ('open', 'success')) as gst_paise,
    sum(fee_paise) filter (where outcome = 'earned') as earned_fee_paise,
    sum(gst_paise) filter (where outcome = 'earned') as earned_gst_paise
  from (
    select tenant_id, provider, method, bank_name, ${dayOf("requested_at")} as day, outcome, paise,
      fee_paise, gst_paise
    from ${outcomes} as outcomes
    union all
    select tenant_id, provider, method, bank_name, ${dayOf("finished_at")}, 'earned', 0,
      whole_fee, whole_gst
    from ${outcomes} as outcomes where outcome in ('success', 'returned')
    union all
    select tenant_id, provider, method, bank_name, ${dayOf("charges_back_at")}, 'earned', 0,
      -whole_fee, -whole_gst
    from ${outcomes} as outcomes where charges_back_at is not null
  ) as amounts
  group by tenant_id, day, provider, method, bank_name
`;

const failures = sql`
  select tenant_id, ${dayOf("requested_at")} as day, reason, count(*) as count, sum(paise) as paise
  from ${outcomes} as outcomes where outcome in ('failed', 'returned')
  group by 1, 2, 3
`;

const storedAdapters = sql`(
  select adapter, provider, sum(open_count) as open_count, sum(success_count) as success_count,
    sum(success_paise) as success_paise, sum(taken_paise) as taken_paise,
    sum(charges_paise) as charges_paise, sum(returned_paise) as returned_paise
  from ${adapterRollups} as sums group by adapter, provider
)`;

const adapters = sql`
  select coalesce(adapter, '') as adapter, provider,
    count(*) filter (where status in ('pending', 'processing')) as open_count,
    count(*) filter (where status = 'success') as success_count,
    sum(amount_paise - back) filter (where status = 'success') as success_paise,
    sum(amount_paise) filter (where provider_state is not null) as taken_paise,
    sum(coalesce(provider_fee_paise, 0) + coalesce(provider_tax_paise, 0))
      filter (where provider_state is not null and status <> 'failed') as charges_paise,
    sum(case status when 'failed' then amount_paise else back end)
      filter (where provider_state is not null) as returned_paise
  from payouts cross join lateral (
    select coalesce(sum(part.amount_paise - part.fee_paise - part.gst_paise), 0) as back
    from payout_reversals as part where part.payout_id = payouts.id and part.is_partial
  ) as parts
  group by 1, 2
`;

const statusFigures = (status: string) => sql`
  count(*) filter (where status = ${sql.lit(status)}) as ${sql.ref(`${status}_count`)},
  sum(amount_paise) filter (where status = ${sql.lit(status)}) as ${sql.ref(`${status}_paise`)}
`;

const deposits = sql`
  select tenant_id, grain, starts_at, ${statusFigures("pending")}, ${statusFigures("completed")},
    ${statusFigures("failed")}
  from deposits ${grains("created_at")}
  group by tenant_id, grain, starts_at
`;

const credits = sql`
  select tenant_id, grain, starts_at,
    count(*) filter (where kind = 'deposit') as deposit_count,
    sum(paise) filter (where kind = 'deposit') as deposit_paise,
    count(*) filter (where kind = 'reversal') as reversal_count,
    sum(paise) filter (where kind = 'reversal') as reversal_paise
  from (
    select tenant_id, reviewed_at as at, 'deposit' as kind, amount_paise as paise
    from deposits where status = 'completed'
    union all
    select tenant_id, created_at, 'reversal', amount_paise from payout_reversals
  ) as credits ${grains("at")}
  group by tenant_id, grain, starts_at
`;
