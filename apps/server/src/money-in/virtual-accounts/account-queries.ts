import type { Db, Tx } from "../../database/db.ts";
import type { Sender } from "../../providers/virtual-accounts.ts";
import { decrypt } from "../../database/encryption/encrypt.ts";

/** Virtual accounts with the status of their job. */
export function selectAccounts(db: Db) {
  return db
    .selectFrom("virtual_accounts")
    .leftJoin("background_jobs", "background_jobs.id", "virtual_accounts.job_id")
    .selectAll("virtual_accounts")
    .select(["background_jobs.status as job_status", "background_jobs.last_error"]);
}

export type AccountRow = Awaited<ReturnType<ReturnType<typeof selectAccounts>["execute"]>>[number];

/** Locks the account until the transaction ends. */
export function lockAccount(db: Tx, id: string) {
  return db
    .selectFrom("virtual_accounts")
    .innerJoin("tenants", "tenants.id", "virtual_accounts.tenant_id")
    .selectAll("virtual_accounts")
    .select(["tenants.name as holder_name", "tenants.mobile as holder_mobile"])
    .where("virtual_accounts.id", "=", id)
    .forUpdate("virtual_accounts")
    .executeTakeFirst();
}

export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** The tenant's approved bank accounts, decrypted: the allowed senders of its virtual accounts. */
export async function approvedSenders(db: Db, tenantId: string): Promise<Sender[]> {
  const rows = await db
    .selectFrom("bank_accounts")
    .select(["id", "account_number_encrypted", "ifsc_code"])
    .where("tenant_id", "=", tenantId)
    .where("status", "=", "approved")
    .orderBy("id")
    .execute();
  return rows.map(({ id, account_number_encrypted: encrypted, ifsc_code: ifscCode }) => ({
    accountNumber: decrypt("bank account number", id, encrypted),
    ifscCode,
  }));
}
