import type { receivingAccountForm } from "@rokad/contract/receiving-account";
import type * as z from "zod/mini";
import { transaction, type Tx } from "../../database/db.ts";
import { selectReceivingAccounts, type ReceivingAccount } from "./read-receiving-accounts.ts";
import { applyReceivingAccountChange } from "./save-receiving-account.ts";

/**
 * Sets the one bank account that tenants see for their transfers, and deactivates all others. For
 * the command line and the demo.
 * @param form null deactivates all; tenants then have to ask for an account.
 */
export function setReceivingAccount(
  form: z.output<typeof receivingAccountForm> | null,
): Promise<void> {
  return transaction(async (db) => {
    const accounts = await selectReceivingAccounts(db);
    const known = accounts.find(
      (one) => one.accountNumber === form?.account_number && one.ifscCode === form.ifsc_code,
    );
    if (form && known)
      await applyReceivingAccountChange(db, null, {
        how: "change",
        id: known.id,
        details: form,
        isActive: true,
        isDefault: true,
      });
    if (form && !known)
      await applyReceivingAccountChange(db, null, { how: "add", form, isDefault: true });
    // The default is last, because another active account would have to replace it.
    for (const account of accounts.toReversed())
      if (account.isActive && account.id !== known?.id) await deactivate(db, account);
  });
}

function deactivate(db: Tx, account: ReceivingAccount): Promise<string> {
  return applyReceivingAccountChange(db, null, {
    how: "change",
    id: account.id,
    details: {
      label: account.label,
      account_holder_name: account.holderName,
      ifsc_code: account.ifscCode,
      bank_name: account.bankName,
      branch_name: account.branchName,
      settles_provider: account.settlesAdapter,
    },
    isActive: false,
    isDefault: false,
  });
}
