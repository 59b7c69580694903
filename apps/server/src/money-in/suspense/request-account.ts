import { bankAccountForm } from "@rokad/contract/bank-accounts";
import { insertBankAccount } from "../bank-accounts/queries.ts";
import type { Tx } from "../../database/db.ts";
import { invalidInput } from "../../kernel/errors.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { findBank } from "../../identity/settings/find-bank.ts";
import { blindIndex } from "../../database/encryption/encrypt.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

interface AccountSender {
  readonly accountNumber: string;
  readonly ifscCode: string;
  readonly name: string | null;
}

/**
 * Adds a sender as a pending bank account of the tenant. An account that the tenant already has stays
 * unchanged.
 * @throws 400 on `add_account` when the bank's sender details are incomplete.
 */
export async function requestAccount(
  db: Tx,
  tenantId: string,
  sender: AccountSender,
): Promise<void> {
  const form = bankAccountForm.safeParse({
    account_holder_name: (sender.name ?? "").slice(0, 50),
    account_number: sender.accountNumber,
    ifsc_code: sender.ifscCode,
    bank_name: findBank(sender.ifscCode)?.bank_name ?? sender.ifscCode.slice(0, 4),
    branch_name: "Not provided",
    account_type: "current",
  });
  if (!form.success) {
    throw invalidInput({
      add_account: "The bank sent too few details to add this sender as a bank account",
    });
  }
  const known = await db
    .selectFrom("bank_accounts")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("account_number_hash", "=", blindIndex("account number", sender.accountNumber))
    .where("ifsc_code", "=", form.data.ifsc_code)
    .where("status", "in", ["pending", "approved"])
    .executeTakeFirst();
  if (known) return;
  const account = await insertBankAccount(db, { tenantId }, form.data);
  await publishToSuperAdmins(db, ["bank_accounts"], tenantId);
  await notifySuperAdmins(db, { kind: "bank_account_requested", subjectId: account.id });
}
