import { sql } from "kysely";
import type { Db } from "../../apps/server/src/database/db.ts";
import { requestHoldRules } from "../../apps/server/src/ledger/verify-request-holds.ts";
import { keyRule } from "../../apps/server/src/payouts/by-key/verify-key-orders.ts";
import { fundsQueueRule } from "../../apps/server/src/payouts/funds-queue/verify-funds-queue.ts";
import { approvalRule } from "../../apps/server/src/payouts/requests/verify-approvals.ts";
import { clientInvariants } from "../verification/verify-client-records.ts";
import { databaseMutation, type Mutation } from "./mutation.ts";

/** A payout that a program sent. */
const sentOrder = sql`(select id from api_orders where kind = 'payout' order by id limit 1)`;
const itsKey = sql`(select key_id from api_orders where id = ${sentOrder})`;
const itsLimits = sql`(select limits_id from api_orders where id = ${sentOrder})`;
/** The payout that waited first of a business of which others waited too, and were funded. */
const funded = sql`(
  select id from funds_queue where state = 'funded' and exists (
    select from funds_queue as later
    where later.tenant_id = funds_queue.tenant_id and later.state = 'funded'
      and later.place > funds_queue.place
  )
  order by place limit 1
)`;

/** Mutations of payouts of programs, and of those that wait for funds. */
export const programMutations: readonly Mutation[] = [
  databaseMutation("a program's payout above what was signed", keyRule.authorised, (db) =>
    changeOne(db, sql`update api_key_limits set per_payout_paise = 1 where id = ${itsLimits}`),
  ),
  databaseMutation("a payout of a key that was revoked before", keyRule.working, (db) =>
    changeOne(
      db,
      sql`update api_keys set revoked_at = created_at - interval '1 day' where id = ${itsKey}`,
    ),
  ),
  databaseMutation("a program's day above what was signed", keyRule.perDay, (db) =>
    changeOne(db, sql`update api_key_limits set per_day_paise = 1 where id = ${itsLimits}`),
  ),
  databaseMutation("a day of a key that counts a paisa too few", keyRule.counted, (db) =>
    changeOne(
      db,
      sql`
        update api_key_days set paise = paise - 1 where (key_id, day) = (
          select key_id, day from api_orders where id = ${sentOrder}
        )
      `,
    ),
  ),
  databaseMutation("a program's payout that no key sent", keyRule.known, (db) =>
    changeOne(
      db,
      sql`
        update payout_policies set source = 'api' where payout_id = (
          select payout_id from batch_rows where exists (
            select from payout_policies as own where own.payout_id = batch_rows.payout_id
          )
          order by id limit 1
        )
      `,
    ),
  ),
  databaseMutation("a payout funded with another amount", fundsQueueRule.funded, (db) =>
    changeOne(db, sql`update funds_queue set amount_paise = amount_paise + 1 where id = ${funded}`),
  ),
  databaseMutation(
    "a cancelled wait that was sent",
    [fundsQueueRule.holdsNothing, clientInvariants.acknowledged],
    (db) => changeOne(db, sql`update funds_queue set state = 'cancelled' where id = ${funded}`),
  ),
  databaseMutation("a payout funded after its time", fundsQueueRule.inTime, (db) =>
    changeOne(
      db,
      sql`
        update funds_queue
        set created_at = created_at - interval '1 day', expires_at = created_at - interval '1 hour'
        where id = ${funded}
      `,
    ),
  ),
  databaseMutation("a payout that overtook one that waited", fundsQueueRule.order, (db) =>
    changeOne(db, sql`update funds_queue set ended_number = 1000000000 where id = ${funded}`),
  ),
  databaseMutation(
    "a request that names a payout which neither exists nor waits",
    [fundsQueueRule.named, approvalRule.requested, requestHoldRules.requestPayouts],
    (db) =>
      changeOne(
        db,
        sql`
          update payment_requests set payout_id = gen_random_uuid() where id = (
            select id from payment_requests
            where payout_id is not null and policy_id is not null order by id limit 1
          )
        `,
      ),
  ),
];

/** @throws if there was nothing to change. */
async function changeOne(db: Db, change: ReturnType<typeof sql>): Promise<void> {
  const { numAffectedRows } = await change.execute(db);
  if (!numAffectedRows) throw new Error("The plan has no payout of a program, or none that waited");
}
