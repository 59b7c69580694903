import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Fault } from "../../ledger/fault.ts";

export const scheduleRule = {
  run: "every payout of a schedule is what its version says, and has the due day's own key",
  created: "every payout with the key of a due day is that run's payout",
  named: "every payout that a run names exists, or waited for funds as a run of its version",
  signed: "every version that paid was started by someone",
  counted: "every version that was approved has each step's approvals, over what it pays",
  maker: "nobody approved a schedule that they prepared, and no deputy did so for who prepared it",
  onDay:
    "every due day is a day of its rule, moved only as the rule says, and not paid before its time",
  within: "no due day is before the start, after the end, or beyond the count of its rule",
} as const;
/** The rules that `verifySchedules` checks. */
export const scheduleRules = Object.values(scheduleRule);

/**
 * Compares schedules with the payouts that came of them, in SQL of its own: it shares no code with what
 * creates them.
 * @returns a fault for each payout, version or approval.
 */
export async function verifySchedules(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select ${scheduleRule.run}::text as rule, payouts.id::text as where
    from schedule_runs
    join payout_schedules on payout_schedules.id = schedule_id
    join payouts on payouts.id = payout_id
    where payouts.tenant_id <> payout_schedules.tenant_id
      or schedule_runs.tenant_id <> payout_schedules.tenant_id
      or schedule_runs.series_id <> payout_schedules.series_id
      or payouts.amount_paise <> payout_schedules.amount_paise
      or payouts.fee_paise <> payout_schedules.fee_paise
      or payouts.gst_paise <> payout_schedules.gst_paise
      or payouts.method <> payout_schedules.method
      or payouts.destination_hash <> payout_schedules.destination_hash
      or payouts.beneficiary_name <> payout_schedules.beneficiary_name
      or payouts.order_digest <> payout_schedules.content_hash
      or payouts.created_at < payout_schedules.started_at
      or payouts.idempotency_key is distinct from
        schedule_runs.series_id || ' ' || to_char(due_on, 'YYYY-MM-DD')
    union all
    select ${scheduleRule.created}::text, payouts.id::text
    from schedule_runs
    join payouts on payouts.tenant_id = schedule_runs.tenant_id
      and payouts.idempotency_key = series_id || ' ' || to_char(due_on, 'YYYY-MM-DD')
    where payout_id is distinct from payouts.id
    union all
    select distinct ${scheduleRule.created}::text, payouts.id::text
    from payout_schedules
    join payouts on payouts.tenant_id = payout_schedules.tenant_id
      and payouts.idempotency_key like payout_schedules.id || ' %'
    where not exists (select from schedule_runs where payout_id = payouts.id)
    union all
    select ${scheduleRule.named}::text, series_id || ' ' || due_on
    from schedule_runs left join funds_queue on funds_queue.id = payout_id
    where payout_id is not null
      and not exists (select from payouts where payouts.id = payout_id)
      and (
        funds_queue.id is null or funds_queue.tenant_id <> schedule_runs.tenant_id
        or funds_queue.schedule_id is distinct from schedule_runs.schedule_id
      )
    union all
    select ${scheduleRule.signed}::text, payout_schedules.id::text
    from payout_schedules
    where (started_by is null or started_at is null)
      and exists (
        select from schedule_runs where schedule_id = payout_schedules.id and payout_id is not null
      )
    union all
    select distinct ${scheduleRule.counted}::text, payout_schedules.id::text
    from payout_schedules
    cross join lateral jsonb_array_elements(steps) with ordinality as asked (step, number)
    where started_at is not null and (
      select count(*) from schedule_approvals
      where schedule_id = payout_schedules.id
        and schedule_approvals.content_hash = payout_schedules.content_hash
        and schedule_approvals.amount_paise = payout_schedules.amount_paise
        and schedule_approvals.step = asked.number - 1
        and roles && array['owner', 'approver']
        and (asked.step -> 'people' ? coalesce(in_place_of, person_id)::text
          or asked.step -> 'roles' ?| coalesce(place_roles, roles))
    ) < (asked.step ->> 'approvals')::int
    union all
    select ${scheduleRule.maker}::text, schedule_id::text
    from schedule_approvals join payout_schedules on payout_schedules.id = schedule_id
    where person_id = maker_id or in_place_of = maker_id
    union all
    select ${scheduleRule.onDay}::text, schedule_id || ' ' || due_on
    from schedule_runs
    join payout_schedules on payout_schedules.id = schedule_id
    left join payouts on payouts.id = payout_id
    cross join lateral (select (rule ->> 'starts_on')::date as starts_on) as starts
    where schedule_runs.due_at <> (due_on + make_interval(hours => (rule ->> 'hour')::int)) at time zone 'Asia/Kolkata'
      -- Servers' clocks may differ by seconds. Whether a retry is paid, a person decided.
      or decided_by is null and payouts.created_at < schedule_runs.due_at - interval '1 minute'
      or not case rule ->> 'on_holiday'
        when 'before' then due_on between rule_day - 14 and rule_day
        when 'after' then due_on between rule_day and rule_day + 14
        else due_on = rule_day
      end
      or not case rule ->> 'repeats'
        when 'once' then rule_day = starts_on
        when 'weekly' then rule -> 'weekdays' @> to_jsonb(extract(isodow from rule_day)::int)
          and (date_trunc('week', rule_day)::date - date_trunc('week', starts_on)::date) / 7
            % (rule ->> 'every')::int = 0
        else extract(day from rule_day) = least(
            case rule ->> 'day' when 'last' then 31 else (rule ->> 'day')::int end,
            extract(day from date_trunc('month', rule_day) + interval '1 month' - interval '1 day')
          )
          and (extract(year from rule_day) * 12 + extract(month from rule_day)
            - extract(year from starts_on) * 12 - extract(month from starts_on))::int
            % (rule ->> 'every')::int = 0
      end
    union all
    select ${scheduleRule.within}::text, schedule_id || ' ' || due_on
    from (
      select schedule_runs.*, rule,
        count(*) over (partition by schedule_id order by rule_day) as number
      from schedule_runs join payout_schedules on payout_schedules.id = schedule_id
    ) as runs
    where rule_day < (rule ->> 'starts_on')::date
      or rule_day > (rule ->> 'ends_on')::date
      or number > (rule ->> 'count')::int
      or (rule ->> 'repeats' = 'once' and number > 1)
  `.execute(db);
  return rows;
}
