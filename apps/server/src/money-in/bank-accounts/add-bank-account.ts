import type { BankAccount, BankAccountForm } from "@rokad/contract/bank-accounts";
import { violatedConstraint, type Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { enqueueJob } from "../../worker/jobs/enqueue-job.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import type { Tenant } from "../../kernel/person.ts";
import { asBankAccount } from "./bank-account.ts";
import { insertBankAccount } from "./queries.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Adds a bank account that waits for review, and queues the check with its bank.
 * @throws 409 `BANK_ACCOUNT_EXISTS` unless the earlier one was rejected or revoked.
 */
export async function addBankAccount(
  db: Tx,
  tenant: Tenant,
  form: BankAccountForm,
): Promise<BankAccount> {
  try {
    const account = await insertBankAccount(db, tenant, form);
    const payload = { bank_account_id: account.id };
    await enqueueJob(db, { kind: "check_bank_account", payload, by: tenant });
    await publishToSuperAdmins(db, ["bank_accounts"], tenant.tenantId);
    await notifySuperAdmins(db, { kind: "bank_account_requested", subjectId: account.id });
    return asBankAccount(account);
  } catch (error) {
    // Closes the race between two requests for one account: the unique index admits one.
    if (violatedConstraint(error) !== "bank_accounts_once") throw error;
    const message = "This bank account was already added";
    throw new ApiError(409, "BANK_ACCOUNT_EXISTS", message, {
      fields: { account_number: message },
    });
  }
}
