import type { BankAccount, BankAccountForm } from "@rokad/contract/bank-accounts";
import { violated, type Tx } from "../db.ts";
import { Refusal } from "../errors.ts";
import { enqueueJob } from "../jobs/enqueue-job.ts";
import { announce } from "../live/announce.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import type { Tenant } from "../sign-in/person.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { asBankAccount } from "./bank-account.ts";
import { insertBankAccount } from "./queries.ts";

/**
 * Asks for a bank account to be whitelisted.
 * @throws 409 `BANK_ACCOUNT_EXISTS` unless the earlier request for it was rejected.
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
    await announce(db, [tenant.id, ...(await superAdminIds(db))], ["bank_accounts"]);
    await tellSuperAdmins(db, { kind: "bank_account_requested", subjectId: account.id });
    return asBankAccount(account);
  } catch (error) {
    // Left to the index rather than looked up first: two tries at once can't both pass it.
    if (violated(error) !== "bank_accounts_once") throw error;
    const sentence = "This bank account was added already";
    throw new Refusal(409, "BANK_ACCOUNT_EXISTS", sentence, {
      fields: { account_number: sentence },
    });
  }
}
