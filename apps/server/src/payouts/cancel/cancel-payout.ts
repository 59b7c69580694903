import type { CancelledPayout } from "@rokad/contract/payout-cancellation";
import { record } from "../../identity/audit/record.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import type { Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { inr, rupees } from "../../kernel/money.ts";
import type { SuperAdmin, Tenant } from "../../kernel/person.ts";
import { totalOf } from "../../ledger/ledger.ts";
import { cancelOwnWait, cancelTenantWait } from "../funds-queue/cancel-wait.ts";
import { recordCancelled, type CancellablePayout } from "./record-cancelled.ts";
import { whyNotCancellable, whyNotCancellableByTenant } from "./why-not-cancellable.ts";

/**
 * Cancels a tenant's own payout that no provider has: the whole total returns to the wallet. One that
 * waits for funds has none.
 * @throws 404, for another tenant's payout too; 409 `PAYOUT_NOT_CANCELLABLE` with the reason.
 */
export async function cancelOwnPayout(db: Tx, tenant: Tenant, id: string) {
  const payout = await lockCancellable(db, id, tenant);
  if (!payout) return cancelOwnWait(db, tenant, id);
  await recordCancelled(db, [payout], null);
  await publishToSuperAdmins(db, ["gateway"]);
  await recordAct(db, tenant, payout);
  return asCancelled(payout);
}

/**
 * Cancels a payout of any tenant that no provider has, with a reason that the tenant reads. The
 * closing that it belongs to needs attention again.
 * @throws 404; 409 `PAYOUT_NOT_CANCELLABLE` with the reason.
 */
export async function cancelTenantPayout(db: Tx, admin: SuperAdmin, id: string, reason: string) {
  const payout = await lockCancellable(db, id);
  if (!payout) return cancelTenantWait(db, admin, id, reason);
  await recordCancelled(db, [payout], reason);
  await notify(db, [
    { personId: payout.walletId, kind: "payout_cancelled", subjectId: payout.payoutId },
  ]);
  await publishToSuperAdmins(db, ["gateway"]);
  await recordAct(db, admin, payout, reason);
  return asCancelled(payout);
}

/**
 * Locks a payout and checks it under the lock. Closes the race with a lease, another cancellation,
 * rerouting, a proposal and the deactivation of its tenant: each changes the row under its lock.
 * @returns undefined if there is no payout: it may wait for funds.
 */
async function lockCancellable(
  db: Tx,
  id: string,
  owner?: Tenant,
): Promise<CancellablePayout | undefined> {
  const payout = await db
    .selectFrom("payouts")
    .select([
      "id as payoutId",
      "tenant_id as walletId",
      "reference_id",
      "status",
      "send_blocked_at",
      "closing_id",
    ])
    .select(["amount_paise as amountPaise", "fee_paise as feePaise", "gst_paise as gstPaise"])
    .where("id", "=", id)
    .$if(owner !== undefined, (payouts) => payouts.where("tenant_id", "=", owner?.tenantId ?? ""))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!payout) return undefined;
  const why = owner ? whyNotCancellableByTenant(payout) : whyNotCancellable(payout);
  if (why !== undefined) throw new ApiError(409, "PAYOUT_NOT_CANCELLABLE", why);
  return payout;
}

function recordAct(
  db: Tx,
  by: Tenant | SuperAdmin,
  payout: CancellablePayout,
  reason?: string,
): Promise<void> {
  return record(db, {
    act: "payout.cancelled",
    by,
    subject: { kind: "payout", id: payout.payoutId },
    reason,
    before: { status: "pending" },
    after: {
      status: "cancelled",
      reference_id: payout.reference_id,
      amount: rupees(payout.amountPaise),
      refunded: rupees(totalOf(payout)),
    },
  });
}

function asCancelled(payout: CancellablePayout): CancelledPayout {
  return {
    id: payout.payoutId,
    reference_id: payout.reference_id,
    status: "cancelled",
    refunded: inr(totalOf(payout)),
  };
}
