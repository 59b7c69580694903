import { record } from "../../identity/audit/record.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { notFound, ApiError } from "../../kernel/errors.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { Person, SuperAdmin } from "../../kernel/person.ts";
import { lockAccount, selectAccounts } from "./account-queries.ts";
import { ensureSyncJob } from "./ensure-sync-job.ts";
import { asManagedAccount } from "./virtual-account.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Closes a virtual account. Credits to it go to suspense from now on, and a job closes it at the
 * provider.
 * @throws 404; 409 `ALREADY_DECIDED` for a closed or closing account.
 */
export function closeVirtualAccount(admin: SuperAdmin, id: string, reason: string) {
  return transaction(async (db) => {
    const account = await lockAccount(db, id);
    if (!account) throw notFound("This virtual account");
    if (account.state === "closed" || account.state === "closing") {
      throw new ApiError(409, "ALREADY_DECIDED", "This virtual account is already closed");
    }
    await close(db, account, admin);
    const closed = await selectAccounts(db)
      .where("virtual_accounts.id", "=", id)
      .executeTakeFirstOrThrow();
    await publishToSuperAdmins(db, ["tenants"]);
    await publishChange(db, [account.tenant_id], ["bank_accounts"]);
    await record(db, {
      act: "virtual_account.closed",
      by: admin,
      subject: { kind: "tenant", id: account.tenant_id },
      reason,
      before: { state: account.state },
      after: { state: "closing", provider: account.adapter, virtual_account: id },
    });
    return asManagedAccount(closed);
  });
}

/** Closes all virtual accounts of a tenant that is being closed, in the same transaction. */
export async function closeVirtualAccountsOf(db: Tx, tenantId: string, by: Actor): Promise<void> {
  const accounts = await db
    .selectFrom("virtual_accounts")
    .select(["id", "job_id"])
    .where("tenant_id", "=", tenantId)
    .where("state", "in", ["opening", "open"])
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const account of accounts) await close(db, account, by);
}

/** Who closes it; null for the product, when the last withdrawal of a closing is paid. */
type Actor = Person | null;

async function close(
  db: Tx,
  account: { readonly id: string; readonly job_id: string | null },
  by: Actor,
): Promise<void> {
  await db
    .updateTable("virtual_accounts")
    .set({ state: "closing" })
    .where("id", "=", account.id)
    .execute();
  await ensureSyncJob(db, account, by);
}
