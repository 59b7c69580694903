import { record } from "../../identity/audit/record.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { now } from "../../kernel/clock.ts";
import { transaction } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { closeAccount } from "../accounts/close-account.ts";
import { findPending, updateTenantRow } from "../accounts/queries.ts";
import { closingChanged, isEmpty, lockClosing, lockWithWallet } from "./lock-closing.ts";

/**
 * Starts to close an account: no new payout, withdrawal or deposit, and credits on its virtual
 * accounts go to suspense. What is in progress goes on. An empty account is closed at once.
 * @throws 404; 409 `CLOSING_CHANGED` when it is being closed already.
 */
export function startClosing(
  admin: SuperAdmin,
  id: string,
  reason: string,
): Promise<"closing" | "closed"> {
  return transaction(async (db) => {
    const { tenant, wallet } = await lockWithWallet(db, id);
    if (tenant.closing_at) throw closingChanged("This account is already being closed");
    const closing = {
      id: newId(),
      tenant_id: id,
      reason,
      started_by: admin.member.id,
      started_at: now(),
    };
    await db.insertInto("tenant_closings").values(closing).execute();
    const changed = await updateTenantRow(db, tenant, { closing_at: now() });
    await notify(db, [
      {
        personId: id,
        kind: "account_closing",
        subjectId: closing.id,
        detail: `New payouts and deposits are stopped; the balance is paid out to your bank account. Reason: ${reason}`,
      },
    ]);
    await publishToSuperAdmins(db, ["tenants", "notifications", "wallet"], id);
    await record(db, {
      act: "tenant.closing_started",
      by: admin,
      subject: { kind: "tenant", id },
      reason,
      after: { closing: closing.id },
    });
    const pending = await findPending(db, id);
    if (!isEmpty(wallet) || pending.hasPayouts || pending.hasDeposits) return "closing";
    await closeAccount(db, changed, admin);
    return "closed";
  });
}

/**
 * Lets an account that is being closed work again.
 * @param admin null for the command line.
 * @throws 404; 409 `CLOSING_CHANGED` while its balance is being paid out.
 */
export function cancelClosing(admin: SuperAdmin | null, id: string): Promise<void> {
  return transaction(async (db) => {
    const { tenant, closing } = await lockClosing(db, id);
    const open = await db
      .selectFrom("payouts")
      .select("id")
      .where("tenant_id", "=", id)
      .where("closing_id", "=", closing.id)
      .where("status", "in", ["pending", "processing"])
      .executeTakeFirst();
    if (open) throw closingChanged("The balance is being paid out; wait for the outcome");
    await db
      .updateTable("tenant_closings")
      .set({
        state: "withdrawn",
        ended_at: now(),
        ended_by: admin?.member.id ?? null,
        needs_attention: false,
      })
      .where("id", "=", closing.id)
      .execute();
    await updateTenantRow(db, tenant, { closing_at: null });
    await notify(db, [{ personId: id, kind: "account_closing", subjectId: closing.id }]);
    await publishToSuperAdmins(db, ["tenants", "notifications", "wallet"], id);
    await record(db, {
      act: "tenant.closing_cancelled",
      by: admin,
      subject: { kind: "tenant", id },
      before: { closing: closing.id, reason: closing.reason },
    });
  });
}
