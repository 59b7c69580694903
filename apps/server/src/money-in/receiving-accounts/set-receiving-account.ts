import { transaction, type Tx } from "../../database/db.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { voidProposals } from "../../identity/proposals/expire-proposals.ts";
import { lockProposals } from "../../identity/proposals/lock-proposals.ts";
import { applyReceivingAccountChange } from "./apply-receiving-account-change.ts";
import {
  selectReceivingAccounts,
  type ReceivingAccount,
} from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import type { AccountForm } from "./receiving-account-change.ts";

/**
 * Sets the one bank account that tenants see for their transfers, and deactivates all others. For
 * the command line and the demo. Proposals of receiving accounts become void.
 * @param form null deactivates all; tenants then have to ask for an account.
 */
export function setReceivingAccount(form: AccountForm | null): Promise<void> {
  return transaction(async (db) => {
    await lockProposals(db);
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
    await notifySuperAdmins(db, {
      kind: "setting_changed",
      subjectId: null,
      detail: "Receiving account",
    });
    await voidProposals(
      db,
      "receiving_account",
      "The command line changed the receiving accounts after this was proposed.",
    );
  });
}

/** Deactivates the accounts with an IFSC; another active one becomes the default where needed. */
export async function deactivateReceivingAccount(db: Tx, ifscCode: string): Promise<void> {
  const active = (await selectReceivingAccounts(db)).filter(({ isActive }) => isActive);
  const other = active.find((account) => account.ifscCode !== ifscCode);
  for (const account of active.filter((one) => one.ifscCode === ifscCode)) {
    if (account.isDefault && other) await change(db, other, { isActive: true, isDefault: true });
    await deactivate(db, account);
  }
}

function deactivate(db: Tx, account: ReceivingAccount): Promise<string> {
  return change(db, account, { isActive: false, isDefault: false });
}

function change(
  db: Tx,
  account: ReceivingAccount,
  to: { readonly isActive: boolean; readonly isDefault: boolean },
): Promise<string> {
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
    ...to,
  });
}
