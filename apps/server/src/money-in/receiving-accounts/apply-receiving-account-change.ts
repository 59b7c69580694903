import type { Tx } from "../../database/db.ts";
import { blindIndex, encrypt } from "../../database/encryption/encrypt.ts";
import { publishChange } from "../../database/publish-change.ts";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { withMaskedNumber } from "../../identity/audit/masked-number.ts";
import { record } from "../../identity/audit/record.ts";
import { signedInIds } from "../../identity/people/signed-in-ids.ts";
import { approvalInLog } from "../../identity/proposals/approval-in-log.ts";
import type { Approval } from "../../identity/proposals/proposal.ts";
import { selectReceivingAccounts } from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import {
  accountFields,
  accountOf,
  lockReceivingAccounts,
  problemOf,
  type AccountDetails,
  type AccountForm,
  type ReceivingAccountChange,
} from "./receiving-account-change.ts";

/** Who changes an account, as its row keeps it. */
interface Changer {
  readonly updated_by: string | null;
  /** The second super admin; null where one was enough. */
  readonly confirmed_by: string | null;
  readonly updated_at: Date;
}

/**
 * The only code that changes receiving accounts.
 * @param approval null for the command line.
 * @returns the account's id.
 * @throws 400 with `fields`; 404; 409 `RECEIVING_ACCOUNT_EXISTS`, `RECEIVING_ACCOUNT_CHANGED`.
 */
export async function applyReceivingAccountChange(
  db: Tx,
  approval: Approval | null,
  change: ReceivingAccountChange,
): Promise<string> {
  await lockReceivingAccounts(db);
  const accounts = await selectReceivingAccounts(db);
  const problem = problemOf(change, accounts);
  if (problem) throw problem;
  const before = accountOf(change, accounts);
  const changer: Changer = {
    updated_by: approval?.proposerId ?? null,
    confirmed_by: approval?.confirmedById ?? null,
    updated_at: now(),
  };
  if (change.isDefault) await clearDefault(db, changer, before?.id);
  const id =
    change.how === "add"
      ? await insertAccount(db, changer, change.form, {
          isDefault: change.isDefault,
          hasEarlierEntries: accounts.length === 0,
        })
      : await updateAccount(db, changer, change);
  const after = (await selectReceivingAccounts(db)).find((account) => account.id === id);
  await publishChange(db, await signedInIds(db), ["settings"]);
  await record(db, {
    act: change.how === "add" ? "receiving_account.added" : "receiving_account.changed",
    by: approval?.by ?? null,
    subject: { kind: "receiving_account", id },
    reason: approval?.reason,
    ...(before && { before: withMaskedNumber(accountFields(before)) }),
    ...(after && {
      after: {
        ...withMaskedNumber(accountFields(after)),
        ...(approval && approvalInLog(approval)),
      },
    }),
  });
  return id;
}

async function clearDefault(db: Tx, changer: Changer, exceptId: string | undefined): Promise<void> {
  let others = db
    .updateTable("receiving_accounts")
    .set((eb) => ({ is_default: false, version: eb("version", "+", 1), ...changer }))
    .where("is_default", "=", true);
  if (exceptId !== undefined) others = others.where("id", "<>", exceptId);
  await others.execute();
}

async function insertAccount(
  db: Tx,
  changer: Changer,
  form: AccountForm,
  { isDefault, hasEarlierEntries }: { isDefault: boolean; hasEarlierEntries: boolean },
): Promise<string> {
  const id = newId();
  const number = form.account_number;
  await db
    .insertInto("receiving_accounts")
    .values({
      id,
      ...columnsOf(form),
      account_number_encrypted: encrypt("receiving account number", id, number),
      account_number_hash: blindIndex("account number", number),
      account_number_end: number.slice(-4),
      is_default: isDefault,
      has_earlier_entries: hasEarlierEntries,
      created_by: changer.updated_by,
      created_at: changer.updated_at,
      ...changer,
    })
    .execute();
  return id;
}

async function updateAccount(
  db: Tx,
  changer: Changer,
  change: Extract<ReceivingAccountChange, { how: "change" }>,
): Promise<string> {
  await db
    .updateTable("receiving_accounts")
    .set((eb) => ({
      ...columnsOf(change.details),
      is_active: change.isActive,
      is_default: change.isDefault,
      version: eb("version", "+", 1),
      ...changer,
    }))
    .where("id", "=", change.id)
    .execute();
  return change.id;
}

function columnsOf(details: AccountDetails) {
  return {
    label: details.label,
    account_holder_name: details.account_holder_name,
    ifsc_code: details.ifsc_code,
    bank_name: details.bank_name,
    branch_name: details.branch_name,
    settles_adapter: details.settles_provider,
  };
}
