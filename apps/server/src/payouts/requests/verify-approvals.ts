import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Fault } from "../../ledger/fault.ts";

export const approvalRule = {
  recorded: "every payout of a tenant with a policy in force has the version and band that applied",
  day: "every payout counts as its amount, or with what went to its account on its day if its policy says so",
  requested:
    "every payout whose band asks for approvals comes from an approved request, batch or schedule",
  content: "every payout of a request is what the request says",
  counted:
    "every request that was sent has each step's approvals, over its content, by those asked",
  maker: "nobody approved their own request, and no deputy did so for who prepared it",
  cooling: "no new account was paid more than the policy allowed in its first hours",
  deputy:
    "every approval in another person's place is by a deputy of then, while that person was absent",
} as const;
/**
 * A payout and a change of its policy that race, or an approval and a change of the deputies: both have
 * the times at which they began, and of two servers, so either version may apply.
 */
const raceWindow = sql`interval '1 minute'`;
/** The rules that `verifyApprovals` checks. */
export const approvalRules = Object.values(approvalRule);

/**
 * Checks every payout against the frozen policies and the approval rows alone, in SQL of its own: it
 * shares no code with what decides. One person's approval of a revision is one row by its key.
 * @returns a fault for each payout or request.
 */
export async function verifyApprovals(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select ${approvalRule.recorded}::text as rule, payouts.id::text as where
    from approval_policies
    join payouts on payouts.tenant_id = approval_policies.tenant_id and payout_kind = 'payout'
      and payouts.created_at > in_force_from
      and (replaced_at is null or payouts.created_at < replaced_at)
    where in_force_from is not null and not exists (
      select from payout_policies join approval_policies as applied on applied.id = policy_id
      where payout_id = payouts.id and applied.tenant_id = payouts.tenant_id
        and payouts.created_at > applied.in_force_from - ${raceWindow}
        and (applied.replaced_at is null or payouts.created_at < applied.replaced_at + ${raceWindow})
        and band = (
          select min(number - 1)
          from jsonb_array_elements(applied.bands) with ordinality as one (band, number)
          where (one.band ->> 'up_to_paise' is null
              or counted_paise <= (one.band ->> 'up_to_paise')::bigint)
            and (one.band -> 'methods' = 'null' or one.band -> 'methods' ? payouts.method)
            and (one.band -> 'sources' = 'null' or one.band -> 'sources' ? payout_policies.source)
            and (one.band ->> 'beneficiary' is null
              or (one.band ->> 'beneficiary' = 'new') = payout_policies.is_new_beneficiary)
        )
    )
    union all
    select ${approvalRule.day}::text, payouts.id::text
    from payout_policies
    join approval_policies on approval_policies.id = policy_id
    join payouts on payouts.id = payout_id
    where case when counts_day
      -- What failed since may have counted then, and so may what waited: it counted at least this.
      then counted_paise < payouts.amount_paise + (
        select coalesce(sum(same.amount_paise), 0) from payouts as same
        where same.tenant_id = payouts.tenant_id and same.destination_hash = payouts.destination_hash
          and left(same.ifsc_code, 4) is not distinct from left(payouts.ifsc_code, 4)
          and same.payout_kind = 'payout' and same.status in ('pending', 'processing', 'success')
          and (same.created_at at time zone 'Asia/Kolkata')::date
            = (payouts.created_at at time zone 'Asia/Kolkata')::date
          and same.created_at < payouts.created_at - ${raceWindow}
      )
      else counted_paise <> payouts.amount_paise end
    union all
    select ${approvalRule.requested}::text, payout_id::text
    from payout_policies join approval_policies on approval_policies.id = policy_id
    where jsonb_array_length(bands -> band -> 'steps') > 0 and not exists (
      select from payment_requests
      where payment_requests.payout_id = payout_policies.payout_id and state = 'approved'
    ) and not exists (
      select from batch_rows join payout_batches on payout_batches.id = batch_id
      where batch_rows.payout_id = payout_policies.payout_id and steps is not null
        and started_at is not null
    ) and not exists (
      select from schedule_runs join payout_schedules on payout_schedules.id = schedule_id
      where schedule_runs.payout_id = payout_policies.payout_id and steps is not null
        and started_at is not null
    )
    union all
    select ${approvalRule.content}::text, payouts.id::text
    from payment_requests join payouts on payouts.id = payout_id
    where payouts.tenant_id <> payment_requests.tenant_id or payouts.amount_paise <> payment_requests.amount_paise
      or payouts.fee_paise <> payment_requests.fee_paise
      or payouts.gst_paise <> payment_requests.gst_paise
      or payouts.method <> payment_requests.method
      or payouts.destination_hash <> payment_requests.destination_hash
      or payouts.beneficiary_name <> payment_requests.beneficiary_name
      or payouts.order_digest <> payment_requests.content_hash
    union all
    select distinct ${approvalRule.counted}::text, payment_requests.id::text
    from payment_requests
    left join approval_policies on approval_policies.id = policy_id
    cross join lateral jsonb_array_elements(
      case when coalesce(jsonb_array_length(bands -> band -> 'steps'), 0) > 0
        then bands -> band -> 'steps' else steps end
    ) with ordinality as asked (step, number)
    where payout_id is not null and (
      select count(*) from request_approvals
      where request_id = payment_requests.id
        and request_approvals.revision = payment_requests.revision
        and request_approvals.content_hash = payment_requests.content_hash
        and request_approvals.step = asked.number - 1
        and request_approvals.roles && array['owner', 'approver']
        and (asked.step -> 'people' ? coalesce(in_place_of, person_id)::text
          or asked.step -> 'roles' ?| coalesce(place_roles, request_approvals.roles))
    ) < (asked.step ->> 'approvals')::int
    union all
    select ${approvalRule.maker}::text, request_id::text
    from request_approvals join payment_requests on payment_requests.id = request_id
    where person_id = maker_id or in_place_of = maker_id
    union all
    select ${approvalRule.cooling}::text, payouts.id::text
    from payout_policies
    join approval_policies on approval_policies.id = policy_id
    join payouts on payouts.id = payout_id
    where cooling_hours is not null and payouts.status in ('pending', 'processing', 'success')
      and (
        select sum(amount_paise) from payouts as same
        where same.tenant_id = payouts.tenant_id and same.destination_hash = payouts.destination_hash
          and left(same.ifsc_code, 4) is not distinct from left(payouts.ifsc_code, 4)
          and same.status in ('pending', 'processing', 'success')
          and same.created_at <= payouts.created_at
          and same.created_at > payouts.created_at - make_interval(hours => cooling_hours)
      ) > cooling_above_paise
      and not exists (
        select from payout_destinations
        where payout_destinations.tenant_id = payouts.tenant_id
          and payout_destinations.destination_hash = payouts.destination_hash
          and left(payout_destinations.ifsc_code, 4) is not distinct from left(payouts.ifsc_code, 4)
          and payout_destinations.created_at <= payouts.created_at - make_interval(hours => cooling_hours)
          and (ended_at is null or ended_at >= payouts.created_at)
      )
      -- Also one that failed since: it may have been paid then.
      and not exists (
        select from payouts as earlier
        where earlier.tenant_id = payouts.tenant_id
          and earlier.destination_hash = payouts.destination_hash
          and left(earlier.ifsc_code, 4) is not distinct from left(payouts.ifsc_code, 4)
          and earlier.created_at <= payouts.created_at - make_interval(hours => cooling_hours)
      )
    union all
    select ${approvalRule.deputy}::text, given.subject::text
    from (
      select request_id as subject, tenant_id, person_id, in_place_of, given_at
      from request_approvals where in_place_of is not null
      union all
      select batch_id, tenant_id, person_id, in_place_of, given_at
      from batch_approvals where in_place_of is not null
      union all
      select schedule_id, tenant_id, person_id, in_place_of, given_at
      from schedule_approvals where in_place_of is not null
    ) as given
    where not exists (
      select from deputies
      where deputies.tenant_id = given.tenant_id and deputies.person_id = in_place_of
        and deputy_id = given.person_id and named_at <= given_at + ${raceWindow}
        and (ended_at is null or given_at - ${raceWindow} <= ended_at)
        -- Away on the day, or by the last change of the membership disabled or without a role for it.
        and (
          ((given_at + ${raceWindow}) at time zone 'Asia/Kolkata')::date >= away_from
            and ((given_at - ${raceWindow}) at time zone 'Asia/Kolkata')::date <= away_until
          or exists (
            select from (
              select at, lead(at) over (order by seq) as until, act = 'member.disabled'
                or not after::jsonb -> 'roles' ?| array['owner', 'approver'] as is_absent
              from audit_log
              where subject_id = in_place_of::text and after ->> 'tenant_id' = given.tenant_id::text
                and act in ('member.disabled', 'member.enabled', 'member.roles_changed')
            ) as change
            where is_absent and at <= given_at + ${raceWindow}
              and (until is null or given_at - ${raceWindow} <= until)
          )
        )
    )
  `.execute(db);
  return rows;
}
