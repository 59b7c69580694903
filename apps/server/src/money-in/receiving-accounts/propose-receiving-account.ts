import { maskEnd } from "../../kernel/money.ts";
import type { ControlledChange, ProposalHandler } from "../../identity/proposals/proposal.ts";
import { hasMoneyMoved } from "../../identity/proposals/has-money-moved.ts";
import { titlePrefix } from "../../identity/receiving-accounts/read-scheduled-changes.ts";
import { notifyTenants } from "./notify-tenants.ts";
import { applyReceivingAccountChange } from "./apply-receiving-account-change.ts";
import {
  nameOfAccount,
  selectReceivingAccounts,
  type ReceivingAccount,
} from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import {
  accountAfter,
  accountFields,
  accountOf,
  isReplaced,
  lockReceivingAccounts,
  problemOf,
  redirectsTransfers,
  type ReceivingAccountChange,
} from "./receiving-account-change.ts";

/** The change for two people, with all fields of the account before and after. */
export function controlledChange(
  change: ReceivingAccountChange,
  accounts: readonly ReceivingAccount[],
  reason: string,
): ControlledChange {
  const before = accountOf(change, accounts);
  const after = accountAfter(change, before);
  const number = after.account_number ?? "";
  const account = before?.id ?? `${maskEnd(number.slice(-4))} ${after.ifsc_code}`;
  const movesDefault = (before?.isDefault ?? false) !== after.is_default;
  return {
    kind: "receiving_account",
    // Two changes that move the default would overtake each other.
    subjects: movesDefault ? [account, "default"] : [account],
    title: `${titlePrefix}${nameOfAccount({ bankName: after.bank_name, accountNumber: number })}`,
    changes: [
      { subject: account, before: before ? accountFields(before) : null, after, to_default: false },
    ],
    content: change,
    reason,
  };
}

/** Applies a change of a receiving account that two super admins agreed to, or the only one. */
export const receivingAccountProposals: ProposalHandler = {
  check: async () => undefined,

  async findVoidReason(db, content) {
    const change = content as ReceivingAccountChange;
    await lockReceivingAccounts(db);
    const accounts = await selectReceivingAccounts(db);
    const before = accountOf(change, accounts);
    if (change.how === "change" && before && isReplaced(change, before))
      return `${before.changedBy?.name ?? "The command line"} changed this account after this was proposed.`;
    const problem = problemOf(change, accounts);
    if (!problem) return undefined;
    return `${Object.values(problem.fields ?? {})[0] ?? problem.message}.`;
  },

  async giveNotice(db, content, proposalId) {
    const change = content as ReceivingAccountChange;
    const before = accountOf(change, await selectReceivingAccounts(db));
    if (!redirectsTransfers(change, before) || !(await hasMoneyMoved(db))) return null;
    return notifyTenants(db, accountAfter(change, before), proposalId);
  },

  async apply(db, content, approval) {
    await applyReceivingAccountChange(db, approval, content as ReceivingAccountChange);
  },
};
