import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import type { JobHandler } from "../../worker/jobs/job.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notify } from "../../identity/notifications/notify.ts";
import type { Sender, VirtualAccount } from "../../providers/virtual-accounts.ts";
import { approvedSenders, lockAccount, type LockedAccount } from "./account-queries.ts";
import { lockTenant } from "./credit-queries.ts";
import { virtualAccountsOf } from "./providers-with-accounts.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Syncs a virtual account to the provider: opens it, sets its allowed senders, closes it. Each step
 * calls the provider outside any transaction and is safe to repeat.
 */
export const syncVirtualAccount: JobHandler = async (job, { signal }) => {
  const { virtualAccount: id } = job.payload as { virtualAccount: string };
  for (;;) {
    signal.throwIfAborted();
    const step = await transaction((db) => nextStep(db, id, job.id));
    if (!step) return;
    await runStep(step);
  }
};

interface Step {
  readonly account: LockedAccount;
  readonly senders: readonly Sender[];
}

/** Undefined when all is in sync; clears the job under the lock, so that no change is missed. */
async function nextStep(db: Tx, id: string, jobId: string): Promise<Step | undefined> {
  const account = await lockAccount(db, id);
  if (!account || account.job_id !== jobId) return undefined;
  if (isInSync(account)) {
    await db.updateTable("virtual_accounts").set({ job_id: null }).where("id", "=", id).execute();
    return undefined;
  }
  const receivesMoney = account.state !== "closing";
  return { account, senders: receivesMoney ? await approvedSenders(db, account.tenant_id) : [] };
}

function isInSync({ state, lock_set: set, lock_wanted: wanted }: LockedAccount): boolean {
  return state === "closed" || (state === "open" && set === wanted);
}

async function runStep({ account, senders }: Step): Promise<void> {
  const provider = virtualAccountsOf(account.adapter);
  const reference = account.provider_reference;
  if (reference === null) {
    // Also before closing: an earlier open may have succeeded although its answer was lost.
    const opened = await provider.open({
      key: account.key,
      name: account.holder_name,
      mobile: account.holder_mobile,
      senders,
    });
    if (!opened.isOpen && account.state === "opening") {
      throw new Error("The provider reports this virtual account as closed");
    }
    await transaction((db) => recordOpened(db, account, opened));
  } else if (account.state === "closing") {
    await provider.close(reference);
    await transaction((db) => recordClosed(db, account));
  } else {
    await provider.setAllowedSenders(reference, senders);
    await transaction((db) => recordLock(db, account));
  }
}

async function recordOpened(db: Tx, before: LockedAccount, opened: VirtualAccount): Promise<void> {
  // Person before account, the same lock order as closing a tenant; `notify` needs the person row.
  await lockTenant(db, before.tenant_id);
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
    const { tenant_id: tenantId, id: subjectId } = account;
    await notify(db, [{ personId: tenantId, kind: "virtual_account_opened", subjectId }]);
    await publishChange(db, [tenantId], ["notifications"]);
  }
  await publishAccountChange(db, account);
}

async function recordLock(db: Tx, { id, lock_wanted: version, tenant_id }: LockedAccount) {
  await db
    .updateTable("virtual_accounts")
    .set({ lock_set: version, locked_at: now() })
    .where("id", "=", id)
    .where("lock_set", "<", version)
    .execute();
  await publishAccountChange(db, { tenant_id });
}

async function recordClosed(db: Tx, { id, tenant_id }: LockedAccount): Promise<void> {
  await db
    .updateTable("virtual_accounts")
    .set({ state: "closed", closed_at: now() })
    .where("id", "=", id)
    .where("state", "=", "closing")
    .execute();
  await publishAccountChange(db, { tenant_id });
}

async function publishAccountChange(
  db: Tx,
  { tenant_id }: { readonly tenant_id: string },
): Promise<void> {
  await publishChange(db, [tenant_id], ["bank_accounts"]);
  await publishToSuperAdmins(db, ["tenants"]);
}
