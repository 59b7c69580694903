import { formatMoney } from "@rokad/money/format";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { transaction } from "../../database/db.ts";
import { notFound, ApiError } from "../../kernel/errors.ts";
import * as ledger from "../../ledger/ledger.ts";
import { inr } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { endSessionsOfPerson } from "../../identity/sign-in/refresh-token.ts";
import { closeVirtualAccountsOf } from "../../money-in/virtual-accounts/close-virtual-account.ts";
import { findPending, updatePerson } from "./queries.ts";
import { findTenant, lockTenant } from "../../identity/people/tenant-queries.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Closes an account: sign-in ends permanently, and its ledger entries stay.
 * @throws 404; 409 `TENANT_NOT_EMPTY` with a balance, open payouts or pending deposits.
 */
export function closeTenant(admin: SuperAdmin, id: string): Promise<void> {
  return transaction(async (db) => {
    if (!(await findTenant(db, id))) throw notFound("This tenant");
    // Closes the race with a new payout or deposit request: each needs one of these two locks.
    // Wallet before person, the same lock order as a payout, so that they cannot deadlock.
    await ledger.lock(db, [id]);
    const tenant = await lockTenant(db, id);
    if (!tenant) throw notFound("This tenant");
    const pending = await findPending(db, id);
    if (pending.hasPayouts) throw notEmpty("it has payouts in progress");
    if (pending.hasDeposits) throw notEmpty("it has pending deposits");
    const { availablePaise, heldPaise } = await ledger.balance(db, id);
    const balance = formatMoney(inr(availablePaise + heldPaise));
    if (availablePaise + heldPaise > 0n) throw notEmpty(`it still holds ${balance}`);

    await updatePerson(db, tenant, { is_active: false, closed_at: now() });
    await endSessionsOfPerson(db, id, "closed");
    await closeVirtualAccountsOf(db, id, admin);
    await publishToSuperAdmins(db, ["tenants"]);
    await record(db, {
      act: "tenant.closed",
      by: admin,
      subject: { kind: "tenant", id },
      before: { name: tenant.name, phone: tenant.mobile, isActive: tenant.is_active },
      after: { isActive: false, closed: true },
    });
  });
}

function notEmpty(reason: string): ApiError {
  return new ApiError(409, "TENANT_NOT_EMPTY", `This account can't be closed: ${reason}`);
}
