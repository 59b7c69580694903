import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { transaction, violated } from "../db.ts";
import { notFound, Refusal } from "../errors.ts";
import { newId } from "../ids.ts";
import { newReference } from "../payouts/reference.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { announceTenants } from "../tenants/announce-tenants.ts";
import { approvedSenders, selectAccounts } from "./account-queries.ts";
import { ensureJob } from "./ensure-job.ts";
import { providersWithAccounts } from "./providers-with-accounts.ts";
import { asKeptAccount } from "./virtual-account.ts";

/**
 * Orders a virtual account for a tenant; a job has the provider open it.
 * @throws 404; 422 `NO_VIRTUAL_ACCOUNTS`, `BANK_ACCOUNT_NOT_APPROVED` while there is no account
 *   from which it could take money; 409 `VIRTUAL_ACCOUNT_EXISTS`.
 */
export async function openVirtualAccount(admin: SuperAdmin, tenantId: string, provider: string) {
  if (!(await providersWithAccounts()).includes(provider)) throw noVirtualAccounts();
  try {
    return await transaction(async (db) => {
      // Held, so that the tenant is not closed beside it.
      const tenant = await db
        .selectFrom("people")
        .select(["id", "role"])
        .where("id", "=", tenantId)
        .where("role", "<>", "superadmin")
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
          person_id: tenantId,
          adapter: provider,
          key: newReference(),
          made_by: admin.id,
          created_at: now(),
        })
        .execute();
      await ensureJob(db, { id, job_id: null }, admin);
      const account = await selectAccounts(db)
        .where("virtual_accounts.id", "=", id)
        .executeTakeFirstOrThrow();
      await announceTenants(db);
      await record(db, {
        act: "virtual_account.opened",
        by: admin,
        subject: { kind: "tenant", id: tenantId },
        after: { provider, virtual_account: id },
      });
      return asKeptAccount(account);
    });
  } catch (error) {
    if (violated(error) === "virtual_accounts_one") throw exists();
    throw error;
  }
}

const noVirtualAccounts = () =>
  new Refusal(422, "NO_VIRTUAL_ACCOUNTS", "This provider has no virtual accounts here");

const noApprovedAccount = () =>
  new Refusal(
    422,
    "BANK_ACCOUNT_NOT_APPROVED",
    "The tenant has no approved bank account yet, so a virtual account could take no money",
  );

const exists = () =>
  new Refusal(
    409,
    "VIRTUAL_ACCOUNT_EXISTS",
    "This tenant has a virtual account with this provider already",
  );
