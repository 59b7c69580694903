import { formatMoney } from "@rokad/money/format";
import { transaction } from "../../database/db.ts";
import { notFound, ApiError } from "../../kernel/errors.ts";
import * as ledger from "../../ledger/ledger.ts";
import { inr } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { closeAccount } from "./close-account.ts";
import { findPending } from "./queries.ts";
import { findTenant, lockTenant } from "../../identity/people/tenant-queries.ts";

/**
 * Closes an account: sign-in ends permanently, and its ledger entries stay.
 * @throws 404; 409 `TENANT_NOT_EMPTY` with a balance, a receivable, open payouts or pending deposits.
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
    const { availablePaise, heldPaise, receivablePaise } = await ledger.balance(db, id);
    if (receivablePaise > 0n) {
      throw notEmpty(
        `it owes ${formatMoney(inr(receivablePaise))}. Collect it or write it off first`,
      );
    }
    const balance = formatMoney(inr(availablePaise + heldPaise));
    if (availablePaise + heldPaise > 0n) throw notEmpty(`it still holds ${balance}`);

    await closeAccount(db, tenant, admin);
  });
}

function notEmpty(reason: string): ApiError {
  return new ApiError(409, "TENANT_NOT_EMPTY", `This account can't be closed: ${reason}`);
}
