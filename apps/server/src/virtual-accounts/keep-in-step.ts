import { now } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import type { Work } from "../jobs/job.ts";
import { announce } from "../live/announce.ts";
import { notify } from "../notifications/notify.ts";
import type { Sender, VirtualAccount } from "../providers/virtual-accounts.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { approvedSenders, lockAccount, type LockedAccount } from "./account-queries.ts";
import { keepOpen } from "./credit-queries.ts";
import { virtualAccountsOf } from "./providers-with-accounts.ts";

/**
 * Brings the provider to where we want a virtual account: opened, locked to the tenant's approved
 * accounts, closed. Each step is asked for outside any transaction and may be asked for twice.
 */
export const virtualAccountJob: Work = async (job, { signal }) => {
  const { virtualAccount: id } = job.payload as { virtualAccount: string };
  for (;;) {
    signal.throwIfAborted();
    const step = await transaction((db) => nextStep(db, id, job.id));
    if (!step) return;
    await take(step);
  }
};

interface Step {
  readonly account: LockedAccount;
  readonly senders: readonly Sender[];
}

/** Undefined when nothing is left to do: noted under the lock, so that no change slips by. */
async function nextStep(db: Tx, id: string, jobId: string): Promise<Step | undefined> {
  const account = await lockAccount(db, id);
  if (!account || account.job_id !== jobId) return undefined;
  if (isInStep(account)) {
    await db.updateTable("virtual_accounts").set({ job_id: null }).where("id", "=", id).execute();
    return undefined;
  }
  const takesMoney = account.state !== "closing";
  return { account, senders: takesMoney ? await approvedSenders(db, account.person_id) : [] };
}

function isInStep({ state, lock_set: set, lock_wanted: wanted }: LockedAccount): boolean {
  return state === "closed" || (state === "open" && set === wanted);
}

async function take({ account, senders }: Step): Promise<void> {
  const provider = virtualAccountsOf(account.adapter);
  const reference = account.provider_reference;
  if (reference === null) {
    // Also when it is to be closed: it may have been opened and we have not heard of it.
    const opened = await provider.open({
      key: account.key,
      name: account.holder_name,
      mobile: account.holder_mobile,
      senders,
    });
    if (!opened.isOpen && account.state === "opening") {
      throw new Error("The provider says that this virtual account is closed");
    }
    await transaction((db) => recordOpened(db, account, opened));
  } else if (account.state === "closing") {
    await provider.close(reference);
    await transaction((db) => recordClosed(db, account));
  } else {
    await provider.lockTo(reference, senders);
    await transaction((db) => recordLock(db, account));
  }
}

async function recordOpened(db: Tx, before: LockedAccount, opened: VirtualAccount): Promise<void> {
  // Person before account, as whoever closes a tenant does: the notification names the person.
  await keepOpen(db, before.person_id);
  const account = await lockAccount(db, before.id);
  if (!account || account.provider_reference !== null) return;
  const isOpen = account.state === "opening";
  await db
    .updateTable("virtual_accounts")
    .set({
      provider_reference: opened.providerReference,
      account_number: opened.accountNumber,
      ifsc_code: opened.ifscCode,
      opened_at: now(),
      ...(isOpen && { state: "open", lock_set: before.lock_wanted, locked_at: now() }),
    })
    .where("id", "=", account.id)
    .execute();
  if (isOpen) {
    const { person_id: personId, id: subjectId } = account;
    await notify(db, [{ personId, kind: "virtual_account_opened", subjectId }]);
    await announce(db, [personId], ["notifications"]);
  }
  await tell(db, account);
}

async function recordLock(db: Tx, { id, lock_wanted: version, person_id }: LockedAccount) {
  await db
    .updateTable("virtual_accounts")
    .set({ lock_set: version, locked_at: now() })
    .where("id", "=", id)
    .where("lock_set", "<", version)
    .execute();
  await tell(db, { person_id });
}

async function recordClosed(db: Tx, { id, person_id }: LockedAccount): Promise<void> {
  await db
    .updateTable("virtual_accounts")
    .set({ state: "closed", closed_at: now() })
    .where("id", "=", id)
    .where("state", "=", "closing")
    .execute();
  await tell(db, { person_id });
}

async function tell(db: Tx, { person_id }: { readonly person_id: string }): Promise<void> {
  await announce(db, [person_id], ["bank_accounts"]);
  await announce(db, await superAdminIds(db), ["tenants"]);
}
