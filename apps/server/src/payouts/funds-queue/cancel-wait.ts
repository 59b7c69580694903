import type { CancelledPayout } from "@rokad/contract/payout-cancellation";
import type { Db, Tx } from "../../database/db.ts";
import { ApiError, forbidden, notFound } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import { mayDo } from "../../kernel/permissions.ts";
import type { SuperAdmin, Tenant } from "../../kernel/person.ts";
import { endWaits, type StoredWait } from "./stored-wait.ts";

/**
 * Cancels a payout of one's business that waits for funds.
 * @throws 403 unless the person made it, approves or pays; 404; 409 `PAYOUT_NOT_CANCELLABLE`.
 */
export async function cancelOwnWait(db: Tx, person: Tenant, id: string): Promise<CancelledPayout> {
  const wait = await lockWaiting(db, id, person);
  if (!(await mayCancelWait(db, person, wait))) {
    const { status, code } = forbidden();
    throw new ApiError(
      status,
      code,
      "Only the person who made this payout, an approver or an owner can cancel it.",
    );
  }
  return end(db, wait, person, null);
}

/** The same for a super admin, with a reason that the tenant reads. @throws as `cancelOwnWait`. */
export async function cancelTenantWait(db: Tx, admin: SuperAdmin, id: string, reason: string) {
  return end(db, await lockWaiting(db, id), admin, reason);
}

/**
 * Cancels all payouts of a tenant that wait for funds, for a super admin who reactivates it without
 * what it had accepted before. The caller has locked the wallet, as what funds them does.
 */
export async function cancelAllWaits(db: Tx, admin: SuperAdmin, tenantId: string, reason: string) {
  const rows = await db
    .selectFrom("funds_queue")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("state", "=", "waiting")
    .orderBy("place")
    .forUpdate()
    .execute();
  await endWaits(db, rows as StoredWait[], { state: "cancelled", reason, by: admin });
}

/** Whether the person made it, or prepared its request, or may approve or pay. */
export async function mayCancelWait(
  db: Db,
  person: Tenant,
  { member_id: memberId, request_id: requestId }: Pick<StoredWait, "member_id" | "request_id">,
): Promise<boolean> {
  if (person.isViewed) return false;
  if (memberId === person.member.id || mayDo(person, "approve") || mayDo(person, "pay"))
    return true;
  if (requestId === null) return false;
  const request = await db
    .selectFrom("payment_requests")
    .select("maker_id")
    .where("id", "=", requestId)
    .executeTakeFirst();
  return request?.maker_id === person.member.id;
}

/**
 * Locks the row and checks it under the lock. Closes the race with funds that arrive and with an
 * expiry: each of them locks the row.
 */
async function lockWaiting(db: Tx, id: string, owner?: Tenant): Promise<StoredWait> {
  const row = await db
    .selectFrom("funds_queue")
    .selectAll()
    .where("id", "=", id)
    .$if(owner !== undefined, (waits) => waits.where("tenant_id", "=", owner?.tenantId ?? ""))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("This payout");
  const wait = row as StoredWait;
  if (wait.state !== "waiting")
    throw new ApiError(409, "PAYOUT_NOT_CANCELLABLE", reasons[wait.state]);
  return wait;
}

const reasons = {
  funded: "Funds arrived first: this payout was created. Check its status.",
  cancelled: "This payout was already cancelled. Nothing was on hold.",
  expired: "Its wait for funds already ended, and it was not sent. Nothing was on hold.",
} as const;

async function end(
  db: Tx,
  wait: StoredWait,
  by: Tenant | SuperAdmin,
  reason: string | null,
): Promise<CancelledPayout> {
  await endWaits(db, [wait], { state: "cancelled", reason, by });
  return { id: wait.id, reference_id: wait.reference_id, status: "cancelled", refunded: inr(0n) };
}
