import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import type { Fault } from "./fault.ts";

/** The rules that `verifyRequestHolds` checks. */
export const requestHoldRules = {
  requestPostings: "every hold of a payment request was posted once, and came back at most once",
  requestOwners: "every posting of a payment request's hold belongs to one",
  requestHeld: "money is held for open payment requests only, each for its own total",
  requestPayouts: "a payout takes over its request's hold in one step, to the paisa",
} as const;

/**
 * Compares what payment requests hold with the requests, the payouts and the entries. Which requests are
 * open, and which payout came of one, is read from their own rows.
 * @returns a fault for each hold or posting.
 */
export async function verifyRequestHolds(db: Db): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select ${requestHoldRules.requestPostings}::text as rule, request_holds.id::text as where
    from request_holds
    left join lateral (
      select array_agg(kind order by kind) as kinds
      from ledger_postings where subject_id = request_holds.id
    ) as posted on true
    where posted.kinds is distinct from case when released_at is null
      then array['request_hold'] else array['request_hold', 'request_release'] end
    union all
    select ${requestHoldRules.requestOwners}::text, subject_id::text
    from ledger_postings
    where kind in ('request_hold', 'request_release')
      and not exists (select from request_holds where request_holds.id = subject_id)
    union all
    select ${requestHoldRules.requestHeld}::text, request_holds.id::text
    from request_holds left join payment_requests as request on request.id = request_id
    where released_at is null and (
      request.id is null or request.tenant_id <> request_holds.tenant_id
      or request.state not in ('awaiting_approval', 'approved') or request.payout_id is not null
      or request.revision <> request_holds.revision
      or request.amount_paise + request.fee_paise + request.gst_paise <> request_holds.amount_paise
    )
    union all
    select ${requestHoldRules.requestPayouts}::text, request_holds.id::text
    from request_holds
    left join payouts on payouts.id = request_holds.payout_id
    left join payment_requests as request on request.id = request_id
    where request_holds.payout_id is not null and (
      payouts.id is null or payouts.tenant_id <> request_holds.tenant_id
      or payouts.amount_paise + payouts.fee_paise + payouts.gst_paise <> request_holds.amount_paise
      or request.payout_id is distinct from request_holds.payout_id
      or request.revision <> request_holds.revision
      -- The entries of the payout's hold follow those of the release: nothing came between.
      or (
        select max(wallet_entry) from ledger_entries
        join ledger_postings on ledger_postings.id = posting_id
        where subject_id = request_holds.id and kind = 'request_release'
      ) + 1 is distinct from (
        select min(wallet_entry) from ledger_entries
        join ledger_postings on ledger_postings.id = posting_id
        where subject_id = request_holds.payout_id and kind = 'hold'
      )
    )
  `.execute(db);
  return rows;
}
