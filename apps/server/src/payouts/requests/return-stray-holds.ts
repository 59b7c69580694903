import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { reopenClosings } from "../../identity/people/closing-queries.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { releaseHolds } from "./request-holds.ts";
import type { StoredRequest } from "./stored-request.ts";

const atOnce = 200;

/**
 * Returns what is held for requests that hold nothing any more: one that a server of the previous
 * version ended or edited, which knows no holds, and those of a business that is being closed, whose
 * balance is paid out. The previous version also closed accounts that still held money.
 * @returns how many.
 */
export function returnStrayHolds(): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<Pick<StoredRequest, "id" | "tenant_id">>`
      select payment_requests.id, payment_requests.tenant_id
      from request_holds
      join payment_requests on payment_requests.id = request_id
      join tenants on tenants.id = payment_requests.tenant_id
      where released_at is null and (
        state not in ('awaiting_approval', 'approved') or payment_requests.payout_id is not null
        or payment_requests.revision <> request_holds.revision
        or tenants.closing_at is not null or tenants.closed_at is not null
      )
      order by payment_requests.id limit ${atOnce}
      for update of payment_requests skip locked
    `.execute(db);
    const returned = await releaseHolds(db, rows);
    if (returned.size === 0) return 0;
    const tenants = rows.map(({ tenant_id: id }) => id);
    await reopenClosed(db, tenants);
    await publishChange(db, tenants, ["requests", "wallet"]);
    return returned.size;
  });
}

/** No closed account keeps a balance: a super admin pays out what came back. */
async function reopenClosed(db: Tx, tenantIds: readonly string[]): Promise<void> {
  const came = "Money of payment requests came back after the account was closed";
  const reopened = await reopenClosings(db, tenantIds, came);
  for (const { id, name } of reopened)
    await notifySuperAdmins(db, {
      kind: "closing_blocked",
      subjectId: id,
      detail: `${came}: ${name}. Pay it out`,
    });
  // Also those that are being closed, whose dialog now offers the payout.
  await publishToSuperAdmins(db, ["tenants", "wallet"]);
}
