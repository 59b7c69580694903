import type { Db, Tx } from "../db.ts";
import type { Sender } from "../providers/virtual-accounts.ts";
import { unseal } from "../sealing/seal.ts";

/** Virtual accounts with how their job stands. */
export function selectAccounts(db: Db) {
  return db
    .selectFrom("virtual_accounts")
    .leftJoin("background_jobs", "background_jobs.id", "virtual_accounts.job_id")
    .selectAll("virtual_accounts")
    .select(["background_jobs.status as job_status", "background_jobs.last_error"]);
}

export type AccountRow = Awaited<ReturnType<ReturnType<typeof selectAccounts>["execute"]>>[number];

/** Holds the account until the transaction ends. */
export function lockAccount(db: Tx, id: string) {
  return db
    .selectFrom("virtual_accounts")
    .innerJoin("people", "people.id", "virtual_accounts.person_id")
    .selectAll("virtual_accounts")
    .select(["people.name as holder_name", "people.mobile as holder_mobile"])
    .where("virtual_accounts.id", "=", id)
    .forUpdate("virtual_accounts")
    .executeTakeFirst();
}

export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** The accounts from which a tenant's money may come. */
export async function approvedSenders(db: Db, personId: string): Promise<Sender[]> {
  const rows = await db
    .selectFrom("bank_accounts")
    .select(["id", "account_number_sealed", "ifsc_code"])
    .where("person_id", "=", personId)
    .where("status", "=", "approved")
    .orderBy("id")
    .execute();
  return rows.map(({ id, account_number_sealed: sealed, ifsc_code: ifscCode }) => ({
    accountNumber: unseal("bank account number", id, sealed),
    ifscCode,
  }));
}
