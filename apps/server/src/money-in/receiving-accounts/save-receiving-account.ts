import { database, transaction, type Db } from "../../database/db.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { invalidInput } from "../../kernel/errors.ts";
import { digest } from "../../kernel/ids.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { lockProposals } from "../../identity/proposals/lock-proposals.ts";
import { describeChange } from "../../identity/proposals/describe-change.ts";
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

interface SaveResult {
  /** The account; null for a new one that waits for its confirmation. */
  readonly id: string | null;
  /** Null when the change took effect at once. */
  readonly proposal: Submitted | null;
}

/**
 * Proposes to add or change a receiving account. When nobody else can confirm, the change takes
 * effect after the waiting time.
 * @throws 400 with `fields`; 404; 409 `RECEIVING_ACCOUNT_EXISTS`, `RECEIVING_ACCOUNT_CHANGED`,
 *   `PROPOSAL_WAITING`.
 */
export async function saveReceivingAccount(
  person: SuperAdmin,
  change: ReceivingAccountChange,
  reason: string,
): Promise<SaveResult> {
  const id = change.how === "add" ? null : change.id;
  return transaction(async (db) => {
    await lockProposals(db);
    const controlled = await findControlled(db, change, reason);
    let savedId = id;
    const proposal = await submitChange(db, person, controlled, async (approval) => {
      const content = controlled.content as ReceivingAccountChange;
      savedId = await applyReceivingAccountChange(db, approval, content);
    });
    return { id: savedId, proposal };
  });
}

/** What the super admin signs. @throws as `saveReceivingAccount`. */
export async function describeAccountChange(
  change: ReceivingAccountChange,
  reason: string,
): Promise<SignedSummary> {
  const controlled = await findControlled(database(), change, reason);
  const verb = change.how === "add" ? "Add" : "Change";
  return describeChange(controlled, verb, controlled.title.replace(/^R/, "r"));
}

/** The change as a proposal. @throws 400 when it changes nothing; as `problemOf`. */
async function findControlled(db: Db, requested: ReceivingAccountChange, reason: string) {
  const accounts = await selectReceivingAccounts(db);
  const isFirst = requested.how === "add" && !accounts.some(({ isActive }) => isActive);
  const change = isFirst ? { ...requested, isDefault: true } : requested;
  const before = accountOf(change, accounts);
  if (before && digest(accountFields(before)).equals(digest(accountAfter(change, before))))
    throw invalidInput({ label: "Nothing changed" });
  const problem = problemOf(change, accounts);
  if (problem) throw problem;
  return controlledChange(change, accounts, reason);
}
