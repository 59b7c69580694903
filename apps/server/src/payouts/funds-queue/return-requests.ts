import { sql } from "kysely";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";

const atOnce = 200;
const daySeconds = 24 * 60 * 60;

/**
 * Lets payment requests whose payout was not funded be sent again: they are approved and not sent, with
 * the reason, and have their time again, which may have run out meanwhile. A task does this, because
 * the end of a wait may hold the wallet, and requests are locked before wallets.
 * @returns how many.
 */
export async function returnRequests(): Promise<number> {
  const { payment_request_days: days } = await readSettings();
  return transaction(async (db) => {
    const { rows } = await sql<{ tenant_id: string }>`
      with ended as (
        select payment_requests.id, coalesce(ended_reason, 'Its wait for funds was cancelled.') as why
        from funds_queue
        join payment_requests on payment_requests.id = request_id and payout_id = funds_queue.id
        where funds_queue.state in ('cancelled', 'expired')
        order by payment_requests.id limit ${atOnce}
        for update of payment_requests skip locked
      ), returned as (
        update payment_requests
        set payout_id = null, blocked_code = 'INSUFFICIENT_BALANCE', blocked_message = why,
          blocked_at = ${now()},
          expires_at = greatest(expires_at, ${secondsFromNow(days * daySeconds)})
        from ended where payment_requests.id = ended.id
        returning payment_requests.id, tenant_id, revision, why
      )
      insert into request_events (request_id, tenant_id, at, event, revision, detail)
      select id, tenant_id, ${now()}, 'blocked', revision, 'Not sent: ' || why from returned
      returning tenant_id
    `.execute(db);
    await publishChange(
      db,
      rows.map(({ tenant_id: id }) => id),
      ["requests"],
    );
    return rows.length;
  });
}
