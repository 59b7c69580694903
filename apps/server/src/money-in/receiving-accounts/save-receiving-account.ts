import { database, transaction, type Db } from "../../database/db.ts";
import { invalidInput } from "../../kernel/errors.ts";
import { digest } from "../../kernel/ids.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { lockProposals } from "../../identity/proposals/lock-proposals.ts";
import { checkProposalCode, sendProposalCode } from "../../identity/proposals/propose-change.ts";
import type { Submitted } from "../../identity/proposals/proposal.ts";
import { submitChange } from "../../identity/proposals/submit-change.ts";
import { applyReceivingAccountChange } from "./apply-receiving-account-change.ts";
import { controlledChange } from "./propose-receiving-account.ts";
import { selectReceivingAccounts } from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import {
  accountAfter,
  accountFields,
  accountOf,
  problemOf,
  type ReceivingAccountChange,
} from "./receiving-account-change.ts";

interface Signed {
  readonly reason: string;
  readonly otp: string;
}

interface SaveResult {
  /** The account; null for a new one that waits for its confirmation. */
  readonly id: string | null;
  /** Null when the change took effect at once. */
  readonly proposal: Submitted | null;
}

/**
 * Texts the super admin the code that signs exactly this change of a receiving account.
 * @throws 400 with `fields`; 404; 409 `RECEIVING_ACCOUNT_EXISTS`, `RECEIVING_ACCOUNT_CHANGED`,
 *   `PROPOSAL_WAITING`; 429; 503.
 */
export async function sendReceivingAccountCode(
  person: SuperAdmin,
  change: ReceivingAccountChange,
  reason: string,
) {
  const controlled = await findControlled(database(), change, reason);
  if (!controlled) throw invalidInput({ label: "Nothing changed" });
  return sendProposalCode(person, controlled);
}

/**
 * Proposes to add or change a receiving account. When nobody else can confirm, the change takes
 * effect after the waiting time.
 * @throws as `sendReceivingAccountCode`, and 400 for a wrong code.
 */
export async function saveReceivingAccount(
  person: SuperAdmin,
  change: ReceivingAccountChange,
  { reason, otp }: Signed,
): Promise<SaveResult> {
  const id = change.how === "add" ? null : change.id;
  const signed = await findControlled(database(), change, reason);
  // A repeat after a lost answer finds the values stored.
  if (!signed) return { id, proposal: null };
  const repeated = await checkProposalCode(person, signed, otp);
  if (repeated) return { id, proposal: repeated };
  return transaction(async (db) => {
    await lockProposals(db);
    // Closes the race with a change between the check of the code and the lock.
    await assertPossible(db, signed.content as ReceivingAccountChange);
    let savedId = id;
    const proposal = await submitChange(db, person, signed, async (approval) => {
      const content = signed.content as ReceivingAccountChange;
      savedId = await applyReceivingAccountChange(db, approval, content);
    });
    return { id: savedId, proposal };
  });
}

/** The change as a proposal; undefined when it changes nothing. @throws as `problemOf`. */
async function findControlled(db: Db, requested: ReceivingAccountChange, reason: string) {
  const accounts = await selectReceivingAccounts(db);
  const isFirst = requested.how === "add" && !accounts.some(({ isActive }) => isActive);
  const change = isFirst ? { ...requested, isDefault: true } : requested;
  const before = accountOf(change, accounts);
  if (before && digest(accountFields(before)).equals(digest(accountAfter(change, before))))
    return undefined;
  const problem = problemOf(change, accounts);
  if (problem) throw problem;
  return controlledChange(change, accounts, reason);
}

async function assertPossible(db: Db, change: ReceivingAccountChange): Promise<void> {
  const problem = problemOf(change, await selectReceivingAccounts(db));
  if (problem) throw problem;
}
