import { sql } from "kysely";
import type { Db } from "../../apps/server/src/database/db.ts";
import { requestHoldRules } from "../../apps/server/src/ledger/verify-request-holds.ts";
import { batchRule } from "../../apps/server/src/payouts/batches/verify-batches.ts";
import { approvalRule } from "../../apps/server/src/payouts/requests/verify-approvals.ts";
import { databaseMutation, type Mutation } from "./mutation.ts";

/** A request that was sent, under a policy that asked for approvals, and held its money until then. */
const sentRequest = sql`(
  select payment_requests.id from payment_requests
  where payout_id is not null and policy_id is not null order by id limit 1
)`;
/** A batch that paid after approvals, and one that its owner started alone. */
const approvedBatch = sql`(
  select payout_batches.id from payout_batches
  where started_at is not null and steps is not null
    and exists (select from batch_rows where batch_id = payout_batches.id and payout_id is not null)
  order by id limit 1
)`;
const ownBatch = sql`(
  select payout_batches.id from payout_batches
  where started_at is not null and steps is null
    and exists (select from batch_rows where batch_id = payout_batches.id and payout_id is not null)
  order by id limit 1
)`;
/** A row of that batch with its payout. */
const ownRow = sql`(
  select batch_rows.id from batch_rows
  where batch_id = ${ownBatch} and payout_id is not null order by number limit 1
)`;

/** Mutations of payment requests and batches, which open before the first failure of a plan. */
export const approvalMutations: readonly Mutation[] = [
  databaseMutation("a payout without the policy that applied", approvalRule.recorded, (db) =>
    changeOne(
      db,
      sql`
        delete from payout_policies where payout_id = (
          select payout_id from payment_requests where id = ${sentRequest}
        )
      `,
    ),
  ),
  databaseMutation(
    "a payout whose approvals were never asked",
    [approvalRule.requested, requestHoldRules.requestPayouts],
    (db) =>
      changeOne(db, sql`update payment_requests set payout_id = null where id = ${sentRequest}`),
  ),
  databaseMutation("a payout of another amount than its request", approvalRule.content, (db) =>
    changeOne(
      db,
      sql`update payment_requests set amount_paise = amount_paise + 1 where id = ${sentRequest}`,
    ),
  ),
  databaseMutation("a request sent with an approval too few", approvalRule.counted, (db) =>
    changeOne(
      db,
      sql`
        delete from request_approvals where (request_id, step) = (
          select request_id, max(step) from request_approvals
          where request_id = ${sentRequest} group by request_id
        )
      `,
    ),
  ),
  databaseMutation("an approval of another content", approvalRule.counted, (db) =>
    changeOne(
      db,
      sql`
        update request_approvals set content_hash = sha256('another') where (request_id, step) = (
          select request_id, max(step) from request_approvals
          where request_id = ${sentRequest} group by request_id
        )
      `,
    ),
  ),
  databaseMutation("a request that its maker approved", approvalRule.maker, (db) =>
    changeOne(
      db,
      sql`
        update payment_requests set maker_id = (
          select person_id from request_approvals where request_id = ${sentRequest}
          order by step limit 1
        )
        where id = ${sentRequest}
      `,
    ),
  ),
  databaseMutation("an approval in the place of who had no deputy", approvalRule.deputy, (db) =>
    changeOne(
      db,
      sql`
        update request_approvals set place_roles = roles, in_place_of = (
          select people.id from people
          where not exists (
            select from payment_requests where id = ${sentRequest} and maker_id = people.id
          ) and not exists (
            select from request_approvals
            where request_id = ${sentRequest} and person_id = people.id
          )
          order by people.id limit 1
        )
        where (request_id, step) = (
          select request_id, max(step) from request_approvals
          where request_id = ${sentRequest} group by request_id
        )
      `,
    ),
  ),
  databaseMutation("a policy that limits what a new account was paid", approvalRule.cooling, (db) =>
    changeOne(
      db,
      sql`
        update approval_policies set cooling_above_paise = 1, cooling_hours = 720
        where id = (
          select policy_id from payout_policies join payouts on payouts.id = payout_id
          where status = 'success' and amount_paise > 1 order by payouts.id limit 1
        )
      `,
    ),
  ),
  databaseMutation("a payout that counted less than its amount", approvalRule.day, (db) =>
    changeOne(
      db,
      sql`
        update payout_policies set counted_paise = amount_paise - 1 from payouts
        where payouts.id = payout_id and payout_id = (
          select payout_id from payout_policies join payouts on payouts.id = payout_id
          where amount_paise > 1 and counted_paise = amount_paise order by payout_id limit 1
        )
      `,
    ),
  ),
  databaseMutation("a payout by another method than its row", batchRule.row, (db) =>
    changeOne(
      db,
      sql`
        update batch_rows set method = case method when 'upi' then 'imps' else 'upi' end
        where id = ${ownRow}
      `,
    ),
  ),
  databaseMutation("a row that was paid and waits again", batchRule.created, (db) =>
    changeOne(
      db,
      sql`update batch_rows set payout_id = null, state = 'ready' where id = ${ownRow}`,
    ),
  ),
  databaseMutation("a batch that nobody started", batchRule.signed, (db) =>
    changeOne(db, sql`update payout_batches set started_by = null where id = ${ownBatch}`),
  ),
  databaseMutation("a batch paid with an approval too few", batchRule.counted, (db) =>
    changeOne(
      db,
      sql`
        delete from batch_approvals where (batch_id, step) = (
          select batch_id, max(step) from batch_approvals
          where batch_id = ${approvedBatch} group by batch_id
        )
      `,
    ),
  ),
  databaseMutation("a batch that grew after its approvals", batchRule.counted, (db) =>
    changeOne(
      db,
      sql`
        update batch_approvals set amount_paise = amount_paise - 1
        where batch_id = ${approvedBatch} and step = 0
      `,
    ),
  ),
  databaseMutation("a batch that its maker approved", batchRule.preparer, (db) =>
    changeOne(
      db,
      sql`
        update payout_batches set prepared_by = prepared_by || (
          select person_id from batch_approvals where batch_id = ${approvedBatch} limit 1
        )
        where id = ${approvedBatch}
      `,
    ),
  ),
];

/** @throws if there was nothing to change. */
async function changeOne(db: Db, change: ReturnType<typeof sql>): Promise<void> {
  const { numAffectedRows } = await change.execute(db);
  if (!numAffectedRows) throw new Error("The plan has no request or batch to change");
}
