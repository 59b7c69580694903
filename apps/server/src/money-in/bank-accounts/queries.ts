import type { BankAccount, BankAccountForm } from "@rokad/contract/bank-accounts";
import { now } from "../../kernel/clock.ts";
import type { Db, Tx } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { blindIndex, encrypt } from "../../database/encryption/encrypt.ts";
import type { Tenant } from "../../kernel/person.ts";

export interface BankAccountFilter {
  readonly status?: "all" | BankAccount["status"] | undefined;
  readonly page: number;
  readonly limit: number;
}

/** A page of the tenant's accounts, newest first. */
export function selectOwn(db: Db, tenant: Pick<Tenant, "tenantId">, filter: BankAccountFilter) {
  return filtered(db, filter)
    .where("tenant_id", "=", tenant.tenantId)
    .selectAll("bank_accounts")
    .orderBy("bank_accounts.created_at", "desc")
    .orderBy("bank_accounts.id", "desc")
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
    .execute();
}

export async function countOwn(
  db: Db,
  tenant: Pick<Tenant, "tenantId">,
  filter: BankAccountFilter,
): Promise<bigint> {
  const { count } = await filtered(db, filter)
    .where("tenant_id", "=", tenant.tenantId)
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** @throws a unique violation of `bank_accounts_once` when the tenant has this account already. */
export function insertBankAccount(
  db: Tx,
  tenant: Pick<Tenant, "tenantId">,
  { account_number: number, ...form }: BankAccountForm,
) {
  const id = newId();
  return db
    .insertInto("bank_accounts")
    .values({
      id,
      tenant_id: tenant.tenantId,
      ...form,
      account_number_encrypted: encrypt("bank account number", id, number),
      account_number_hash: blindIndex("account number", number),
      account_number_end: number.slice(-4),
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Accounts of all tenants with the filter's status. */
export function filtered(db: Db, { status = "all" }: BankAccountFilter) {
  const accounts = db.selectFrom("bank_accounts");
  return status === "all" ? accounts : accounts.where("status", "=", status);
}
