import type {
  receivingAccountDetails,
  receivingAccountForm,
} from "@rokad/contract/receiving-account";
import { sql } from "kysely";
import type * as z from "zod/mini";
import { transaction, violatedConstraint, type Tx } from "../../database/db.ts";
import { blindIndex, encrypt } from "../../database/encryption/encrypt.ts";
import { publishChange } from "../../database/publish-change.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, invalidInput, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { maskAccountNumber } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { adapterNames } from "../../providers/configured-providers.ts";
import { record } from "../audit/record.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";
import { signedInIds } from "../people/signed-in-ids.ts";
import { selectReceivingAccounts, type ReceivingAccount } from "./read-receiving-accounts.ts";

type Details = z.output<typeof receivingAccountDetails>;

/** One change of the list of receiving accounts; plain data, so that it can be stored. */
export type ReceivingAccountChange =
  | {
      readonly how: "add";
      readonly form: z.output<typeof receivingAccountForm>;
      readonly isDefault: boolean;
    }
  | {
      readonly how: "change";
      readonly id: string;
      /** As the person read it; undefined overwrites any. */
      readonly version?: number | undefined;
      readonly details: Details;
      readonly isActive: boolean;
      readonly isDefault: boolean;
    };

/**
 * Adds or changes a receiving account.
 * @param by null for the command line.
 * @returns the account's id.
 * @throws 400 with `fields`; 404; 409 `RECEIVING_ACCOUNT_EXISTS`, `RECEIVING_ACCOUNT_CHANGED`.
 */
export async function saveReceivingAccount(
  by: SuperAdmin | null,
  change: ReceivingAccountChange,
): Promise<string> {
  try {
    return await transaction((db) => applyReceivingAccountChange(db, by, change));
  } catch (error) {
    const constraint = violatedConstraint(error) ?? "";
    if (constraint.startsWith("receiving_accounts_account_number_hash")) throw accountExists();
    if (constraint.startsWith("receiving_accounts_settles_adapter"))
      throw invalidInput({ settles_provider: "Another account already has this provider" });
    throw error;
  }
}

/** The only code that changes receiving accounts: see `saveReceivingAccount`. */
export async function applyReceivingAccountChange(
  db: Tx,
  by: SuperAdmin | null,
  change: ReceivingAccountChange,
): Promise<string> {
  // Closes the race between two people: the second sees the first one's accounts.
  await sql`select pg_advisory_xact_lock(hashtextextended('receiving_accounts', 0))`.execute(db);
  const accounts = await selectReceivingAccounts(db);
  const { settles_provider: adapter } = change.how === "add" ? change.form : change.details;
  if (adapter !== null && !adapterNames().includes(adapter))
    throw invalidInput({ settles_provider: `Choose one of: ${adapterNames().join(", ")}` });
  const before = change.how === "add" ? undefined : accounts.find(({ id }) => id === change.id);
  const isFirst = change.how === "add" && !accounts.some(({ isActive }) => isActive);
  if (change.how === "change") assertChangeable(change, before, accounts);
  if (change.isDefault || isFirst) await clearDefault(db, before?.id);
  const id =
    change.how === "add"
      ? await insertAccount(db, by, change.form, {
          isDefault: change.isDefault || isFirst,
          hasEarlierEntries: accounts.length === 0,
        })
      : await updateAccount(db, by, change);
  const after = (await selectReceivingAccounts(db)).find((account) => account.id === id);
  await publishChange(db, await signedInIds(db), ["settings"]);
  await notifySuperAdmins(db, {
    kind: "setting_changed",
    subjectId: by?.id ?? null,
    detail: "Receiving account",
    exceptPersonId: by?.id,
  });
  await record(db, {
    act: change.how === "add" ? "receiving_account.added" : "receiving_account.changed",
    by,
    subject: { kind: "receiving_account", id },
    ...(before && { before: asLogged(before) }),
    ...(after && { after: asLogged(after) }),
  });
  return id;
}

/** @throws 404, 409 `RECEIVING_ACCOUNT_CHANGED`, or 400 for a default that can't be. */
function assertChangeable(
  { version, isActive, isDefault }: Extract<ReceivingAccountChange, { how: "change" }>,
  before: ReceivingAccount | undefined,
  accounts: readonly ReceivingAccount[],
): void {
  if (!before) throw notFound("This receiving account");
  if (version !== undefined && version !== before.version) throw accountChanged(before);
  if (isDefault && !isActive)
    throw invalidInput({ is_active: "The default account must be active" });
  const others = accounts.filter((one) => one.isActive && one.id !== before.id);
  if (!before.isDefault || isDefault) {
    if (isActive && !isDefault && others.length === 0)
      throw invalidInput({ is_default: "The only active account must be the default" });
    return;
  }
  // Without another active account nothing remains to be the default.
  if (others.length > 0 || isActive)
    throw invalidInput({ is_default: "Make another account the default first" });
}

async function clearDefault(db: Tx, exceptId: string | undefined): Promise<void> {
  let others = db
    .updateTable("receiving_accounts")
    .set((eb) => ({ is_default: false, version: eb("version", "+", 1) }))
    .where("is_default", "=", true);
  if (exceptId !== undefined) others = others.where("id", "<>", exceptId);
  await others.execute();
}

async function insertAccount(
  db: Tx,
  by: SuperAdmin | null,
  form: z.output<typeof receivingAccountForm>,
  { isDefault, hasEarlierEntries }: { isDefault: boolean; hasEarlierEntries: boolean },
): Promise<string> {
  const id = newId();
  const at = now();
  const number = form.account_number;
  await db
    .insertInto("receiving_accounts")
    .values({
      id,
      ...columnsOf(form),
      account_number_sealed: encrypt("receiving account number", id, number),
      account_number_hash: blindIndex("account number", number),
      account_number_end: number.slice(-4),
      is_default: isDefault,
      has_earlier_entries: hasEarlierEntries,
      created_by: by?.id ?? null,
      created_at: at,
      updated_by: by?.id ?? null,
      updated_at: at,
    })
    .execute();
  return id;
}

async function updateAccount(
  db: Tx,
  by: SuperAdmin | null,
  change: Extract<ReceivingAccountChange, { how: "change" }>,
): Promise<string> {
  await db
    .updateTable("receiving_accounts")
    .set((eb) => ({
      ...columnsOf(change.details),
      is_active: change.isActive,
      is_default: change.isDefault,
      version: eb("version", "+", 1),
      updated_by: by?.id ?? null,
      updated_at: now(),
    }))
    .where("id", "=", change.id)
    .execute();
  return change.id;
}

function columnsOf(details: Details) {
  return {
    label: details.label,
    account_holder_name: details.account_holder_name,
    ifsc_code: details.ifsc_code,
    bank_name: details.bank_name,
    branch_name: details.branch_name,
    settles_adapter: details.settles_provider,
  };
}

/** The audit log never contains a full account number. */
function asLogged(account: ReceivingAccount) {
  return {
    label: account.label,
    account_holder_name: account.holderName,
    account_number: maskAccountNumber(account.accountNumber),
    ifsc_code: account.ifscCode,
    bank_name: account.bankName,
    branch_name: account.branchName,
    settles_provider: account.settlesAdapter,
    is_active: account.isActive,
    is_default: account.isDefault,
  };
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
