import type {
  receivingAccountDetails,
  receivingAccountForm,
} from "@rokad/contract/receiving-account";
import { sql } from "kysely";
import type * as z from "zod/mini";
import type { Tx } from "../../database/db.ts";
import { ApiError, invalidInput, notFound } from "../../kernel/errors.ts";
import { adapterNames } from "../../providers/configured-providers.ts";
import type { ReceivingAccount } from "../../identity/receiving-accounts/read-receiving-accounts.ts";

export type AccountForm = z.output<typeof receivingAccountForm>;
export type AccountDetails = z.output<typeof receivingAccountDetails>;

/** One change of the list of receiving accounts; plain data, so that a proposal can hold it. */
export type ReceivingAccountChange =
  | { readonly how: "add"; readonly form: AccountForm; readonly isDefault: boolean }
  | {
      readonly how: "change";
      readonly id: string;
      /** As the person read it; undefined overwrites any. */
      readonly version?: number | undefined;
      readonly details: AccountDetails;
      readonly isActive: boolean;
      readonly isDefault: boolean;
    };

/** Closes the race between two people: the second sees the first one's accounts. */
export async function lockReceivingAccounts(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('receiving_accounts', 0))`.execute(db);
}

/** The account that a change is about; undefined for a new one. */
export function accountOf(
  change: ReceivingAccountChange,
  accounts: readonly ReceivingAccount[],
): ReceivingAccount | undefined {
  return change.how === "add" ? undefined : accounts.find(({ id }) => id === change.id);
}

/** The account as it would be after the change. */
export function accountAfter(change: ReceivingAccountChange, before: ReceivingAccount | undefined) {
  const details = change.how === "add" ? change.form : change.details;
  return {
    label: details.label,
    account_holder_name: details.account_holder_name,
    account_number: change.how === "add" ? change.form.account_number : before?.accountNumber,
    ifsc_code: details.ifsc_code,
    bank_name: details.bank_name,
    branch_name: details.branch_name,
    settles_provider: details.settles_provider,
    is_active: change.how === "add" || change.isActive,
    is_default: change.isDefault,
  };
}

/** An account with the same names as `accountAfter`. */
export function accountFields(account: ReceivingAccount) {
  return {
    label: account.label,
    account_holder_name: account.holderName,
    account_number: account.accountNumber,
    ifsc_code: account.ifscCode,
    bank_name: account.bankName,
    branch_name: account.branchName,
    settles_provider: account.settlesAdapter,
    is_active: account.isActive,
    is_default: account.isDefault,
  };
}

/** True if tenants would transfer to another account, or to one with other details. */
export function redirectsTransfers(
  change: ReceivingAccountChange,
  before: ReceivingAccount | undefined,
): boolean {
  const after = accountAfter(change, before);
  if (!after.is_active) return false;
  if (!before?.isActive || (after.is_default && !before.isDefault)) return true;
  return (
    after.account_holder_name !== before.holderName ||
    after.ifsc_code !== before.ifscCode ||
    after.bank_name !== before.bankName ||
    after.branch_name !== before.branchName
  );
}

/**
 * Why a change can't be made to these accounts; undefined if it can. Call it after
 * `lockReceivingAccounts` before the change is applied: it is the only check of duplicates.
 */
export function problemOf(
  change: ReceivingAccountChange,
  accounts: readonly ReceivingAccount[],
): ApiError | undefined {
  const before = accountOf(change, accounts);
  if (change.how === "change" && !before) return notFound("This receiving account");
  if (change.how === "change" && before && isReplaced(change, before))
    return accountChanged(before);
  const others = accounts.filter((one) => one.id !== before?.id);
  const after = accountAfter(change, before);
  const isTaken = others.some(
    (one) => one.accountNumber === after.account_number && one.ifscCode === after.ifsc_code,
  );
  if (isTaken) return accountExists();
  return (
    problemOfProvider(after.settles_provider, others) ?? problemOfDefault(after, before, others)
  );
}

/** True if the account changed after the person read it. */
export function isReplaced(
  { version }: Extract<ReceivingAccountChange, { how: "change" }>,
  before: ReceivingAccount,
): boolean {
  return version !== undefined && version !== before.version;
}

function problemOfProvider(adapter: string | null, others: readonly ReceivingAccount[]) {
  if (adapter === null) return undefined;
  if (!adapterNames().includes(adapter))
    return invalidInput({ settles_provider: `Choose one of: ${adapterNames().join(", ")}` });
  return others.some(({ settlesAdapter }) => settlesAdapter === adapter)
    ? invalidInput({ settles_provider: "Another account already has this provider" })
    : undefined;
}

/** One account is the default while any is active. */
function problemOfDefault(
  after: ReturnType<typeof accountAfter>,
  before: ReceivingAccount | undefined,
  others: readonly ReceivingAccount[],
): ApiError | undefined {
  const { is_active: isActive, is_default: isDefault } = after;
  if (isDefault && !isActive)
    return invalidInput({ is_active: "The default account must be active" });
  const hasOtherActive = others.some((one) => one.isActive);
  if (before?.isDefault && !isDefault)
    // Without another active account nothing remains to be the default.
    return isActive || hasOtherActive
      ? invalidInput({ is_default: "Make another account the default first" })
      : undefined;
  return isActive && !isDefault && !hasOtherActive
    ? invalidInput({ is_default: "The only active account must be the default" })
    : undefined;
}

function accountExists(): ApiError {
  const message = "Another receiving account has this number and IFSC";
  return new ApiError(409, "RECEIVING_ACCOUNT_EXISTS", message, {
    fields: { account_number: message },
  });
}

function accountChanged({ changedBy }: ReceivingAccount): ApiError {
  return new ApiError(
    409,
    "RECEIVING_ACCOUNT_CHANGED",
    `${changedBy?.name ?? "The command line"} changed this account while you were editing. Nothing was saved. Check the new values and save again.`,
  );
}
