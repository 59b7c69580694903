import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { transaction, violatedConstraint } from "../../database/db.ts";
import { notFound, ApiError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { newReference } from "../../kernel/payout-reference.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { approvedSenders, selectAccounts } from "./account-queries.ts";
import { ensureSyncJob } from "./ensure-sync-job.ts";
import { providersWithAccounts } from "./providers-with-accounts.ts";
import { asManagedAccount } from "./virtual-account.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Creates a virtual account for a tenant; a job opens it at the provider.
 * @throws 404; 422 `NO_VIRTUAL_ACCOUNTS`, or `BANK_ACCOUNT_NOT_APPROVED` while the tenant has no
 *   approved bank account; 409 `VIRTUAL_ACCOUNT_EXISTS`.
 */
export async function openVirtualAccount(admin: SuperAdmin, tenantId: string, provider: string) {
  if (!(await providersWithAccounts()).includes(provider)) throw noVirtualAccounts();
  try {
    return await transaction(async (db) => {
      // Closes the race with closing the tenant: the row stays locked until the commit.
      const tenant = await db
        .selectFrom("tenants")
        .select(["id", "role"])
        .where("id", "=", tenantId)
        .where("closed_at", "is", null)
        .forKeyShare()
        .executeTakeFirst();
      if (!tenant) throw notFound("This tenant");
      if ((await approvedSenders(db, tenantId)).length === 0) throw noApprovedAccount();
      const id = newId();
      await db
        .insertInto("virtual_accounts")
        .values({
          id,
          tenant_id: tenantId,
          adapter: provider,
          key: newReference(),
          made_by: admin.member.id,
          created_at: now(),
        })
        .execute();
      await ensureSyncJob(db, { id, job_id: null }, admin);
      const account = await selectAccounts(db)
        .where("virtual_accounts.id", "=", id)
        .executeTakeFirstOrThrow();
      await publishToSuperAdmins(db, ["tenants"]);
      await record(db, {
        act: "virtual_account.opened",
        by: admin,
        subject: { kind: "tenant", id: tenantId },
        after: { provider, virtual_account: id },
      });
      return asManagedAccount(account);
    });
  } catch (error) {
    if (violatedConstraint(error) === "virtual_accounts_one") throw exists();
    throw error;
  }
}

const noVirtualAccounts = () =>
  new ApiError(422, "NO_VIRTUAL_ACCOUNTS", "This provider offers no virtual accounts here");

const noApprovedAccount = () =>
  new ApiError(
    422,
    "BANK_ACCOUNT_NOT_APPROVED",
    "The tenant has no approved bank account yet. Approve one first.",
  );

const exists = () =>
  new ApiError(
    409,
    "VIRTUAL_ACCOUNT_EXISTS",
    "This tenant already has a virtual account with this provider",
  );
