import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Fault } from "../../ledger/fault.ts";

export const approvalRule = {
  recorded: "every payout of a tenant with a policy in force has the version and band that applied",
  requested: "every payout whose band asks for approvals comes from an approved request or batch",
  content: "every payout of a request is what the request says",
  counted:
    "every request that was sent has each step's approvals, over its content, by those asked",
  maker: "nobody approved their own request",
} as const;
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
    join payouts on payouts.person_id = approval_policies.tenant_id and payout_kind = 'payout'
      and payouts.created_at > in_force_from
      and (replaced_at is null or payouts.created_at < replaced_at)
    where in_force_from is not null and not exists (
      select from payout_policies
      where payout_id = payouts.id and policy_id = approval_policies.id
        and band = (
          select min(number - 1) from jsonb_array_elements(bands) with ordinality as one (band, number)
          where (one.band ->> 'up_to_paise' is null
              or payouts.amount_paise <= (one.band ->> 'up_to_paise')::bigint)
            and (one.band -> 'methods' = 'null' or one.band -> 'methods' ? payouts.method)
            and (one.band -> 'sources' = 'null' or one.band -> 'sources' ? payout_policies.source)
            and (one.band ->> 'beneficiary' is null
              or (one.band ->> 'beneficiary' = 'new') = payout_policies.is_new_beneficiary)
        )
    )
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
    )
    union all
    select ${approvalRule.content}::text, payouts.id::text
    from payment_requests join payouts on payouts.id = payout_id
    where payouts.person_id <> tenant_id or payouts.amount_paise <> payment_requests.amount_paise
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
        and (asked.step -> 'people' ? person_id::text
          or asked.step -> 'roles' ?| request_approvals.roles)
    ) < (asked.step ->> 'approvals')::int
    union all
    select ${approvalRule.maker}::text, request_id::text
    from request_approvals join payment_requests on payment_requests.id = request_id
    where person_id = maker_id
  `.execute(db);
  return rows;
}
