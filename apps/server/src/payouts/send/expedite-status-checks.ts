import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import type { ProviderId } from "../../providers/provider.ts";

type Selection = { readonly payoutId: string } | { readonly unansweredBy: ProviderId };

/**
 * Makes payouts without an outcome due for a status check now. A payout that may be leased by a
 * worker becomes due when that lease would expire: a lease and a pause between two checks look
 * alike.
 * @returns when each is due.
 */
export async function expediteStatusChecks(
  db: Tx,
  selection: Selection,
  leaseSeconds: number,
): Promise<Date[]> {
  const earliest = sql`greatest(${now()}::timestamptz, updated_at + make_interval(secs => ${leaseSeconds}))`;
  const { rows } = await sql<{ due_at: Date }>`
    with locked as (
      -- In id order, as a batch of provider updates locks them, so that the two never deadlock.
      select id from payouts
      where status = 'processing' and due_at is not null and ${
        "payoutId" in selection
          ? sql`id = ${selection.payoutId}`
          : sql`provider = ${selection.unansweredBy} and provider_state is null and id in (
              select payout_id from payout_queue
              where provider = ${selection.unansweredBy} and status = 'processing'
            )`
      }
      order by id for no key update
    )
    update payouts set due_at = least(due_at, ${earliest})
    from locked where payouts.id = locked.id
    returning due_at
  `.execute(db);
  return rows.map((row) => row.due_at);
}
