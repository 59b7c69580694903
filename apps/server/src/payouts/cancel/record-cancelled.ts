import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notifyRepayments } from "../../identity/notifications/notify-repayments.ts";
import * as ledger from "../../ledger/ledger.ts";
import { flagClosings } from "../send/flag-closings.ts";

/** A locked payout that no provider has. */
export interface CancellablePayout extends ledger.Charge {
  readonly reference_id: string;
  /** The closing whose balance it pays out. */
  readonly closing_id: string | null;
}

/**
 * Ends payouts as cancelled and releases the total of each: held → available. A closing whose balance
 * comes back needs attention. The caller has locked the payouts and checked that no provider has them;
 * wallets are locked here, after the payouts as everywhere.
 * @param reason from a super admin, for the tenant; null when the tenant cancelled.
 */
export async function recordCancelled(
  db: Tx,
  payouts: readonly CancellablePayout[],
  reason: string | null,
): Promise<void> {
  if (payouts.length === 0) return;
  const people = payouts.map((payout) => payout.walletId);
  const context = await ledger.lockNow(db, people);
  const { at } = context;
  const repayments = await ledger.release(db, payouts, context);
  const ids = payouts.map((payout) => payout.payoutId);
  const { numAffectedRows } = await sql`
    with events as (
      insert into payout_events (payout_id, tenant_id, at, event, detail)
      select id, tenant_id, ${at}, 'cancelled', ${reason}::text
      from payouts where id = any(${ids}::uuid[])
    )
    update payouts
    set status = 'cancelled', due_at = null, withheld_at = null, failure_reason = ${reason}::text,
      updated_at = ${at}, finished_at = ${at}
    where id = any(${ids}::uuid[]) and status = 'pending'
  `.execute(db);
  if (Number(numAffectedRows) !== payouts.length) throw new Error("A payout was not pending");
  const ofClosings = payouts.filter(({ closing_id: closingId }) => closingId !== null);
  await flagClosings(
    db,
    ofClosings.map((payout) => ({ effect: "release", payout })),
    repayments,
  );
  await notifyRepayments(db, repayments);
  await publishChange(db, people, ["payouts", "wallet", "notifications"]);
}
