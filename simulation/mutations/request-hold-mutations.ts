import { randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../apps/server/src/database/db.ts";
import { requestHoldRules } from "../../apps/server/src/ledger/verify-request-holds.ts";
import { post } from "./copy-payout.ts";
import { databaseMutation, type Mutation } from "./mutation.ts";

/** The first hold that its payout took over. */
const takenOver = sql`
  select id from request_holds where payout_id is not null order by id limit 1
`;
const heldRule = "held money equals the open payouts and what payment requests hold";

/** Mutations of what payment requests hold from their submission. */
export const requestHoldMutations: readonly Mutation[] = [
  databaseMutation("a hold that was never posted", requestHoldRules.requestPostings, (db) =>
    copyHold(db, { isOpen: false }),
  ),
  databaseMutation(
    "money held for a request that was sent",
    [requestHoldRules.requestPostings, requestHoldRules.requestHeld, heldRule],
    (db) => copyHold(db, { isOpen: true }),
  ),
  databaseMutation("a hold of no request", requestHoldRules.requestOwners, (db) =>
    post(db, "request_hold", randomUUIDv7(), []),
  ),
  databaseMutation(
    "a payout that took another request's hold",
    requestHoldRules.requestPayouts,
    (db) =>
      sql`
        update request_holds set payout_id = (
          select payouts.id from payouts
          where payouts.tenant_id = request_holds.tenant_id
            and not exists (select from request_holds as own where own.payout_id = payouts.id)
          order by payouts.id limit 1
        ) where id = (${takenOver})
      `.execute(db),
  ),
];

/** Copies the first hold that its payout took over, without postings. */
function copyHold(db: Db, { isOpen }: { readonly isOpen: boolean }) {
  return sql`
    insert into request_holds
    select ${randomUUIDv7()}::uuid, tenant_id, request_id, revision, beneficiary_name, amount_paise,
      held_at, ${isOpen ? sql`null::timestamptz` : sql`released_at`}, null
    from request_holds where id = (${takenOver})
  `.execute(db);
}
