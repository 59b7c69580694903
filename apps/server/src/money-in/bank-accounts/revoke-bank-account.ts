import { selectChecks } from "../../payouts/account-checks/check-queries.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { publishChange } from "../../database/publish-change.ts";
import { maskEnd } from "../../kernel/money.ts";
import { notify } from "../../identity/notifications/notify.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { superAdminIds } from "../../identity/people/super-admins.ts";
import { minuteInIndia } from "../reviews/minute-in-india.ts";
import { updateAllowedSenders } from "../virtual-accounts/update-allowed-senders.ts";
import { asDecidedBankAccount } from "./bank-account.ts";
import { lockForReview, type LockedBankAccount } from "./review-queries.ts";

/**
 * Revokes an approved account with a reason that its owner sees: no deposit request and no credit of
 * a virtual account is accepted from it any more. Its deposits stay; waiting ones are decided one by
 * one.
 * @throws 404; 409 `BANK_ACCOUNT_NOT_REVOCABLE` when it is not approved.
 */
export function revokeBankAccount(admin: SuperAdmin, id: string, reason: string) {
  return transaction(async (db) => {
    // Closes the race with a deposit request, an approval and a credit: each holds this row's lock.
    const account = await lockForReview(db, id);
    if (!account) throw notFound("This bank account");
    if (account.status !== "approved") throw notRevocable(account);
    const revoked = await updateRevocation(db, id, admin, reason);
    await notify(db, [
      { personId: revoked.tenant_id, kind: "bank_account_revoked", subjectId: id },
    ]);
    await updateAllowedSenders(db, revoked.tenant_id, admin);
    const people = [revoked.tenant_id, ...(await superAdminIds(db))];
    await publishChange(db, people, ["bank_accounts", "deposits", "notifications"]);
    await record(db, {
      act: "bank_account.revoked",
      by: admin,
      subject: { kind: "bank_account", id },
      reason,
      before: { status: "approved" },
      after: {
        status: "revoked",
        tenant: revoked.tenant_id,
        account_number: maskEnd(revoked.account_number_end),
        ifsc_code: revoked.ifsc_code,
      },
    });
    const [check] = (await selectChecks(db, [revoked.account_check_id])).values();
    return asDecidedBankAccount({ ...account, ...revoked }, check);
  });
}

function updateRevocation(db: Tx, id: string, admin: SuperAdmin, reason: string) {
  return db
    .updateTable("bank_accounts")
    .set({
      status: "revoked",
      revoked_by: admin.member.id,
      revoked_at: now(),
      revocation_reason: reason,
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function notRevocable({ status, revoked_at: at, revoker_name: name }: LockedBankAccount): ApiError {
  const message =
    status === "revoked" && at
      ? `This bank account was already revoked by ${name ?? "a super admin"} on ${minuteInIndia(at)}`
      : "Only an approved bank account can be revoked";
  return new ApiError(409, "BANK_ACCOUNT_NOT_REVOCABLE", message);
}
