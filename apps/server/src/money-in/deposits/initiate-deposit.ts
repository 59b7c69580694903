import type { Deposit, depositForm } from "@rokad/contract/deposits";
import { rupeesToPaise } from "@rokad/money/rupees";
import type * as z from "zod/mini";
import { now } from "../../kernel/clock.ts";
import { violatedConstraint, type Tx } from "../../database/db.ts";
import { invalidInput, ApiError, tenantClosing } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import type { Tenant } from "../../kernel/person.ts";
import { asDeposit } from "./deposit.ts";
import { closedForRequests, findClosedCredit } from "./find-closed-credit.ts";
import { lockUtr } from "./lock-utr.ts";
import { findByUtr, findOfferedAccount, findOwnBankAccount, insertDeposit } from "./queries.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Records a tenant's deposit request, which reserves its UTR; a reviewer credits it later.
 * @throws 400 for a bank account that is not the tenant's own, 422 `BANK_ACCOUNT_NOT_APPROVED`,
 *   409 `TENANT_CLOSING`, `UTR_ALREADY_USED`, 409 `TRANSFER_NOT_CREDITABLE`.
 */
export async function initiateDeposit(
  db: Tx,
  tenant: Tenant,
  form: z.output<typeof depositForm>,
): Promise<Deposit> {
  const account = await findOwnBankAccount(db, tenant, form.bank_account);
  if (!account) throw invalidInput({ bank_account: "Please select one of your bank accounts" });
  if (account.closing_at) throw tenantClosing();
  if (account.status !== "approved") throw notApproved();
  const sentTo = await findOfferedAccount(db, form.receiving_account);
  if (form.receiving_account !== undefined && !sentTo) throw notOffered();
  await lockUtr(db, form.utr_reference);
  const reserving = await findByUtr(db, form.utr_reference);
  if (reserving) throw utrAlreadyUsed(isOwnCredit(tenant, reserving) ? creditedMessage : undefined);
  const closed = await findClosedCredit(db, form.utr_reference);
  if (closed) throw closedForRequests(closed);
  try {
    const deposit = await insertDeposit(db, {
      id: newId(),
      tenant_id: tenant.tenantId,
      bank_account_id: account.id,
      amount_paise: rupeesToPaise(form.amount),
      utr_reference: form.utr_reference,
      remarks: form.remarks || null,
      receiving_account_id: sentTo?.id ?? null,
      created_at: now(),
    });
    await publishToSuperAdmins(db, ["deposits"], tenant.tenantId);
    await notifySuperAdmins(db, { kind: "deposit_requested", subjectId: deposit.id });
    return asDeposit({
      ...account,
      ...deposit,
      sent_to_label: sentTo?.label ?? null,
      sent_to_bank: sentTo?.bank_name ?? null,
      sent_to_end: sentTo?.account_number_end ?? null,
    });
  } catch (error) {
    // Closes the race between two requests with one UTR: the unique index admits one.
    if (violatedConstraint(error) === "deposits_utr_once") throw utrAlreadyUsed();
    throw error;
  }
}

const creditedMessage = "This transfer was already credited to your wallet";

function isOwnCredit(tenant: Tenant, deposit: NonNullable<Awaited<ReturnType<typeof findByUtr>>>) {
  const { tenant_id: owner, status, came_through: adapter } = deposit;
  return owner === tenant.tenantId && status === "completed" && adapter !== null;
}

function notApproved(): ApiError {
  const message = "Deposits are only accepted from an approved bank account";
  return new ApiError(422, "BANK_ACCOUNT_NOT_APPROVED", message, {
    fields: { bank_account: message },
  });
}

/** The account was deactivated while the tenant read it, or never was one. */
function notOffered(): ApiError {
  return invalidInput({ receiving_account: "Please select one of the accounts shown" });
}

function utrAlreadyUsed(message = "This UTR reference was used for another deposit"): ApiError {
  return new ApiError(409, "UTR_ALREADY_USED", message, { fields: { utr_reference: message } });
}
