import * as z from "zod/mini";
import { database, transaction } from "../db.ts";
import type { Work } from "../jobs/job.ts";
import { announce } from "../live/announce.ts";
import type { ProviderId } from "../providers/provider.ts";
import { unseal } from "../sealing/seal.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { checkAccount } from "./check-account.ts";

const payload = z.object({ bank_account_id: z.string() });
const waitMs = 20_000;

/**
 * Asks whose a bank account is that a tenant wants whitelisted. Adding it waits for nothing; the
 * tenant and the reviewers see the bank's name as soon as it is known.
 */
export const checkBankAccountJob: Work = async (job) => {
  const { bank_account_id: id } = payload.parse(job.payload);
  const account = await database()
    .selectFrom("bank_accounts")
    .innerJoin("people", "people.id", "bank_accounts.person_id")
    .select(["account_number_sealed", "ifsc_code", "account_holder_name", "account_check_id"])
    .select(["people.id as owner_id", "people.allowed_providers"])
    .where("bank_accounts.id", "=", id)
    .executeTakeFirst();
  if (!account || account.account_check_id !== null) return;
  const { id: checkId } = await checkAccount(
    { id: account.owner_id, allowedProviders: account.allowed_providers as ProviderId[] },
    {
      of: {
        method: "imps",
        accountNumber: unseal("bank account number", id, account.account_number_sealed),
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
    await announce(db, [account.owner_id, ...(await superAdminIds(db))], ["bank_accounts"]);
  });
};
