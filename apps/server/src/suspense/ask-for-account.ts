import { bankAccountForm } from "@rokad/contract/bank-accounts";
import { insertBankAccount } from "../bank-accounts/queries.ts";
import type { Tx } from "../db.ts";
import { invalid } from "../errors.ts";
import { announce } from "../live/announce.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import { findBank } from "../platform/find-bank.ts";
import { lookupHash } from "../sealing/seal.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";

interface Asked {
  readonly accountNumber: string;
  readonly ifscCode: string;
  readonly name: string | null;
}

/**
 * Asks for a sender to become a bank account of the tenant's, as the tenant would: somebody reviews
 * it. One that is asked for already stays as it is.
 * @throws 400 where the bank told too little of it, in words that a super admin can act on.
 */
export async function askForAccount(db: Tx, tenantId: string, sender: Asked): Promise<void> {
  const form = bankAccountForm.safeParse({
    account_holder_name: (sender.name ?? "").slice(0, 50),
    account_number: sender.accountNumber,
    ifsc_code: sender.ifscCode,
    bank_name: findBank(sender.ifscCode)?.bank_name ?? sender.ifscCode.slice(0, 4),
    branch_name: "Not told",
    account_type: "current",
  });
  if (!form.success) {
    throw invalid({
      add_account: "The bank told too little of this sender to add it as a bank account",
    });
  }
  const known = await db
    .selectFrom("bank_accounts")
    .select("id")
    .where("person_id", "=", tenantId)
    .where("account_number_hash", "=", lookupHash("account number", sender.accountNumber))
    .where("ifsc_code", "=", form.data.ifsc_code)
    .where("status", "<>", "rejected")
    .executeTakeFirst();
  if (known) return;
  const account = await insertBankAccount(db, { id: tenantId }, form.data);
  await announce(db, [tenantId, ...(await superAdminIds(db))], ["bank_accounts"]);
  await tellSuperAdmins(db, { kind: "bank_account_requested", subjectId: account.id });
}
