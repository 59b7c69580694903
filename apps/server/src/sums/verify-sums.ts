import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Fault } from "../ledger/verify.ts";
import { adapterSums } from "./sums-by-adapter.ts";

const rules = {
  payouts: "every sum of payouts equals the payouts of its hour, day or month",
  parts: "every sum of payouts by provider, method and bank equals the payouts",
  failures: "every sum of failed payouts by reason equals the payouts",
  adapters: "every sum of payouts by adapter and rail equals the payouts",
  deposits: "every sum of deposits equals the deposits of its hour, day or month",
  credits: "every sum of credits equals the deposits and reversals of its hour, day or month",
} as const;
/** What `verifySums` looks at. */
export const sumRules = Object.values(rules);

/**
 * Holds the sums that triggers keep (migrations 0033 and 0044) against the rows, which are added up anew:
 * histories and figures are only as true as these.
 */
export async function verifySums(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    ${differing(rules.payouts, "payout_sums", payouts, ["person_id", "grain", "starts_at"])}
    union all
    ${differing(rules.parts, "payout_day_parts", parts, [
      "person_id",
      "day",
      "provider",
      "method",
      "bank_name",
    ])}
    union all
    ${differing(rules.failures, "payout_failure_days", failures, ["person_id", "day", "reason"])}
    union all
    ${differing(rules.adapters, "adapter_sums", adapters, ["adapter", "provider"], keptAdapters)}
    union all
    ${differing(rules.deposits, "deposit_sums", deposits, ["person_id", "grain", "starts_at"])}
    union all
    ${differing(rules.credits, "credit_sums", credits, ["person_id", "grain", "starts_at"])}
  `.execute(db);
  return rows;
}

type Query = ReturnType<typeof sql>;

/**
 * Rows that are kept and not found by adding up, or the other way round; those that came to
 * nothing again are as good as none. Both name the same columns.
 */
function differing(
  rule: string,
  kept: string,
  added: Query,
  key: readonly string[],
  from: Query = sql.table(kept),
) {
  const named = sql.join(
    key.map((column) => sql`${sql.ref(column)}::text`),
    sql` || ' ' || `,
  );
  const told = (sums: Query) => sql`
    select ${named} as named, figures from ${sums} as sums
    cross join lateral (
      select jsonb_object_agg(name, figure) as figures
      from jsonb_each(to_jsonb(sums) - ${[...key]}::text[]) as each (name, figure)
      where figure not in ('0', 'null')
    ) as told
    where figures is not null
  `;
  // Each is needed twice, and adding up all rows takes long enough once.
  return sql`(
    with in_table as materialized (${told(from)}), in_rows as materialized (${told(sql`(${added})`)})
    select distinct ${rule}::text as rule, ${sql.lit(`${kept} `)} || named as where
    from (
      (select * from in_table except select * from in_rows)
      union all (select * from in_rows except select * from in_table)
    ) as differing
  )`;
}

/** Each row in its month, its day and its hour. */
const placed = (at: string) => sql`
  cross join lateral (
    values ('month', date_trunc('month', ${sql.ref(at)}, 'Asia/Kolkata')),
      ('day', date_trunc('day', ${sql.ref(at)}, 'Asia/Kolkata')),
      ('hour', date_trunc('hour', ${sql.ref(at)}, 'Asia/Kolkata'))
  ) as placed (grain, starts_at)
`;

const dayOf = (at: string) => sql`(${sql.ref(at)} at time zone 'Asia/Kolkata')::date`;

/** Payouts with what became of them; a reversal has a row of its own. */
const told = sql`(
  select payouts.person_id, provider, method, 
    coalesce(bank_name, case when method = 'upi' then lower(destination_end) end, '') as bank_name,
    coalesce(failure_reason, '') as reason, payouts.created_at as asked_at, finished_at,
    reversed.created_at as returned_at, payouts.amount_paise as paise, fee_paise, gst_paise,
    fee_paise + gst_paise as charges,
    case
      when status in ('pending', 'processing') then 'open'
      when reversed.payout_id is not null then 'returned'
      else status
    end as outcome
  from payouts left join payout_reversals as reversed on reversed.payout_id = payouts.id
)`;

const figuresOf = (outcome: string) => sql`
  count(*) filter (where outcome = ${sql.lit(outcome)}) as ${sql.ref(`${outcome}_count`)},
  sum(paise) filter (where outcome = ${sql.lit(outcome)}) as ${sql.ref(`${outcome}_paise`)},
  sum(charges) filter (where outcome = ${sql.lit(outcome)})
    as ${sql.ref(`${outcome}_charges_paise`)}
`;

const payouts = sql`
  select person_id, grain, starts_at, ${figuresOf("open")}, ${figuresOf("success")},
    ${figuresOf("failed")}, ${figuresOf("returned")}
  from ${told} as told ${placed("asked_at")}
  group by person_id, grain, starts_at
`;

const parts = sql`
  select person_id, day, provider, method, bank_name,
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
    select person_id, provider, method, bank_name, ${dayOf("asked_at")} as day, outcome, paise,
      fee_paise, gst_paise
    from ${told} as told
    union all
    select person_id, provider, method, bank_name, ${dayOf("finished_at")}, 'earned', 0,
      fee_paise, gst_paise
    from ${told} as told where outcome in ('success', 'returned')
    union all
    select person_id, provider, method, bank_name, ${dayOf("returned_at")}, 'earned', 0,
      -fee_paise, -gst_paise
    from ${told} as told where outcome = 'returned'
  ) as moved
  group by person_id, day, provider, method, bank_name
`;

const failures = sql`
  select person_id, ${dayOf("asked_at")} as day, reason, count(*) as count, sum(paise) as paise
  from ${told} as told where outcome in ('failed', 'returned')
  group by 1, 2, 3
`;

const keptAdapters = sql`(
  select adapter, provider, sum(open_count) as open_count, sum(success_count) as success_count,
    sum(success_paise) as success_paise, sum(taken_paise) as taken_paise,
    sum(charges_paise) as charges_paise, sum(returned_paise) as returned_paise
  from ${adapterSums} as sums group by adapter, provider
)`;

const adapters = sql`
  select coalesce(adapter, '') as adapter, provider,
    count(*) filter (where status in ('pending', 'processing')) as open_count,
    count(*) filter (where status = 'success') as success_count,
    sum(amount_paise) filter (where status = 'success') as success_paise,
    sum(amount_paise) filter (where provider_state is not null) as taken_paise,
    sum(coalesce(provider_fee_paise, 0) + coalesce(provider_tax_paise, 0))
      filter (where provider_state is not null and status <> 'failed') as charges_paise,
    sum(amount_paise) filter (where provider_state is not null and status = 'failed')
      as returned_paise
  from payouts group by 1, 2
`;

const statusFigures = (status: string) => sql`
  count(*) filter (where status = ${sql.lit(status)}) as ${sql.ref(`${status}_count`)},
  sum(amount_paise) filter (where status = ${sql.lit(status)}) as ${sql.ref(`${status}_paise`)}
`;

const deposits = sql`
  select person_id, grain, starts_at, ${statusFigures("pending")}, ${statusFigures("completed")},
    ${statusFigures("failed")}
  from deposits ${placed("created_at")}
  group by person_id, grain, starts_at
`;

const credits = sql`
  select person_id, grain, starts_at,
    count(*) filter (where kind = 'deposit') as deposit_count,
    sum(paise) filter (where kind = 'deposit') as deposit_paise,
    count(*) filter (where kind = 'reversal') as reversal_count,
    sum(paise) filter (where kind = 'reversal') as reversal_paise
  from (
    select person_id, reviewed_at as at, 'deposit' as kind, amount_paise as paise
    from deposits where status = 'completed'
    union all
    select person_id, created_at, 'reversal', amount_paise from payout_reversals
  ) as arrived ${placed("at")}
  group by person_id, grain, starts_at
`;
