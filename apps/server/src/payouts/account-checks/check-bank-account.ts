import * as z from "zod/mini";
import { database, transaction } from "../../database/db.ts";
import type { JobHandler } from "../../worker/jobs/job.ts";
import type { ProviderId } from "../../providers/provider.ts";
import { decrypt } from "../../database/encryption/encrypt.ts";
import { checkAccount } from "./check-account.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

const payload = z.object({ bank_account_id: z.string() });
const waitMs = 20_000;

/**
 * Checks who owns a bank account that a tenant wants whitelisted. The request does not wait for
 * it; tenant and reviewers see the bank's name as soon as it is known.
 */
export const checkBankAccountJob: JobHandler = async (job) => {
  const { bank_account_id: id } = payload.parse(job.payload);
  const account = await database()
    .selectFrom("bank_accounts")
    .innerJoin("tenants", "tenants.id", "bank_accounts.tenant_id")
    .select(["account_number_encrypted", "ifsc_code", "account_holder_name", "account_check_id"])
    .select(["tenants.id as owner_id", "tenants.allowed_providers"])
    .where("bank_accounts.id", "=", id)
    .executeTakeFirst();
  if (!account || account.account_check_id !== null) return;
  const { id: checkId } = await checkAccount(
    { tenantId: account.owner_id, allowedProviders: account.allowed_providers as ProviderId[] },
    {
      destination: {
        method: "imps",
        accountNumber: decrypt("bank account number", id, account.account_number_encrypted),
        ifscCode: account.ifsc_code,
      },
      typedName: account.account_holder_name,
    },
    { waitMs },
  );
  if (checkId === null) return;
  await transaction(async (db) => {
    await db
      .updateTable("bank_accounts")
      .set({ account_check_id: checkId })
      .where("id", "=", id)
      .execute();
    await publishToSuperAdmins(db, ["bank_accounts"], account.owner_id);
  });
};
