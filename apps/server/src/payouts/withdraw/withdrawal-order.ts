import type { PayoutOrder } from "@rokad/contract/payout-form";
import type { Db } from "../../database/db.ts";
import { decrypt } from "../../database/encryption/encrypt.ts";
import { readBranding } from "../../identity/settings/read-branding.ts";
import { invalidInput } from "../../kernel/errors.ts";
import { accountNotApproved } from "../initiate/approved-accounts.ts";

/** The approved bank account that gets a withdrawal, with its full number. */
export interface WithdrawalAccount {
  readonly id: string;
  readonly holder: string;
  readonly accountNumber: string;
  readonly ifscCode: string;
  readonly bankName: string;
  readonly branchName: string;
}

/** What a withdrawal needs of its tenant. */
export interface AccountOwner {
  readonly tenantId: string;
  readonly mobile: string;
}

/** A payout order that names the bank account, so that the code is bound to it too. */
export type WithdrawalOrder = PayoutOrder & { readonly withdrawal_to: string };

/**
 * One of the tenant's own approved bank accounts.
 * @throws 400 for another tenant's, 422 `BANK_ACCOUNT_NOT_APPROVED`.
 */
export async function findWithdrawalAccount(
  db: Db,
  { tenantId }: AccountOwner,
  id: string,
): Promise<WithdrawalAccount> {
  const row = await db
    .selectFrom("bank_accounts")
    .select(["id", "status", "account_holder_name", "account_number_encrypted", "ifsc_code"])
    .select(["bank_name", "branch_name"])
    .where("id", "=", id)
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  if (!row) throw invalidInput({ bank_account: "Please select one of your bank accounts" });
  if (row.status !== "approved") throw accountNotApproved();
  return {
    id: row.id,
    holder: row.account_holder_name,
    accountNumber: decrypt("bank account number", row.id, row.account_number_encrypted),
    ifscCode: row.ifsc_code,
    bankName: row.bank_name,
    branchName: row.branch_name,
  };
}

/**
 * The withdrawal as the order of a payout, for the provider and the payout's row.
 * @param amount in rupees.
 */
export async function withdrawalOrder(
  db: Db,
  owner: AccountOwner,
  account: WithdrawalAccount,
  amount: number,
): Promise<WithdrawalOrder> {
  const { email } = await db
    .selectFrom("tenants")
    .select("email")
    .where("id", "=", owner.tenantId)
    .executeTakeFirstOrThrow();
  return {
    withdrawal_to: account.id,
    method: "imps",
    // Payouts know letters, spaces and dots only, as their form does.
    beneficiary_name: account.holder.replaceAll(/[^A-Za-z .]+/g, " ").trim() || "Account holder",
    // An account without an e-mail address is written to by way of the installation's support.
    beneficiary_email: email ?? (await readBranding()).supportEmail,
    beneficiary_phone: owner.mobile,
    beneficiary_address: `${account.bankName}, ${account.branchName}`.slice(0, 200),
    remarks: "Withdrawal",
    account_number: account.accountNumber,
    ifsc_code: account.ifscCode,
    amount,
  };
}
