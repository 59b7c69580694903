import type { Insertable, RawBuilder } from "kysely";
import type { Deposits } from "../../database/tables.generated.ts";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import type { Db, Tx } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { utrKey } from "../../kernel/utr-key.ts";
import { matchUtr } from "./match-utr.ts";

export type DepositStatus = "pending" | "completed" | "failed";

export interface DepositFilter {
  readonly status?: "all" | DepositStatus | undefined;
  /** Any part of a UTR, in upper case. */
  readonly utr?: string | undefined;
  /** Days in Asia/Kolkata, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The deposits of `ids`, each with its bank account. */
export function selectByIds(db: Db, ids: RawBuilder<string>) {
  return withAccount(db.selectFrom("deposits")).where("deposits.id", "in", ids);
}

/**
 * One of the tenant's own bank accounts. Locks it against revocation until the transaction ends, and
 * the tenant's row against closing: a closed tenant must not have a pending deposit.
 */
export function findOwnBankAccount(db: Tx, tenant: Tenant, id: string) {
  return db
    .selectFrom("bank_accounts")
    .innerJoin("tenants", "tenants.id", "bank_accounts.tenant_id")
    .selectAll("bank_accounts")
    .select("tenants.closing_at")
    .where("bank_accounts.id", "=", id)
    .where("bank_accounts.tenant_id", "=", tenant.tenantId)
    .where("tenants.closed_at", "is", null)
    .forKeyShare("tenants")
    .forShare("bank_accounts")
    .executeTakeFirst();
}

/** A deposit of any tenant that reserves a UTR: pending or completed, in any spelling. */
export function findByUtr(db: Db, utr: string) {
  return db
    .selectFrom("deposits")
    .select(["tenant_id", "status", "came_through"])
    .where("utr_key", "=", utrKey(utr))
    .where("status", "<>", "failed")
    .executeTakeFirst();
}

/** An active receiving account by its id, or the default one. */
export function findOfferedAccount(db: Tx, id: string | undefined) {
  const accounts = db
    .selectFrom("receiving_accounts")
    .select(["id", "label", "bank_name", "account_number_end", "is_active"])
    .where("is_active", "=", true);
  return id === undefined
    ? accounts.where("is_default", "=", true).executeTakeFirst()
    : accounts.where("id", "=", id).executeTakeFirst();
}

/** @throws a unique violation of `deposits_utr_once` when another deposit reserves this UTR. */
export function insertDeposit(db: Tx, deposit: Insertable<Deposits>) {
  return db.insertInto("deposits").values(deposit).returningAll().executeTakeFirstOrThrow();
}

/** All deposits of the tenant that match the filter, each with its bank account. */
export function selectAllOwn(db: Db, tenant: Tenant, filter: DepositFilter) {
  return withAccount(ofStatus(matching(db, filter), filter)).where(
    "deposits.tenant_id",
    "=",
    tenant.tenantId,
  );
}

/** Deposits of all tenants that match the filter's UTR and days. */
function matching(db: Db, { utr, from, to }: DepositFilter) {
  let deposits = db.selectFrom("deposits");
  if (utr) deposits = deposits.where(matchUtr(utr));
  if (from) deposits = deposits.where("deposits.created_at", ">=", startOfDay(from));
  if (to) deposits = deposits.where("deposits.created_at", "<", endOfDay(to));
  return deposits;
}

type Matching = ReturnType<typeof matching>;

function ofStatus(deposits: Matching, { status = "all" }: DepositFilter): Matching {
  return status === "all" ? deposits : deposits.where("deposits.status", "=", status);
}

export function withAccount(deposits: Matching) {
  return (
    deposits
      // A left join: an unrequested credit may come from an account that is not the tenant's.
      .leftJoin("bank_accounts", "bank_accounts.id", "deposits.bank_account_id")
      .leftJoin("receiving_accounts as sent_to", "sent_to.id", "deposits.receiving_account_id")
      .selectAll("deposits")
      .select([
        "bank_accounts.account_holder_name",
        "bank_accounts.account_number_end",
        "bank_accounts.ifsc_code",
        "bank_accounts.bank_name",
        "sent_to.label as sent_to_label",
        "sent_to.bank_name as sent_to_bank",
        "sent_to.account_number_end as sent_to_end",
        "sent_to.is_active as sent_to_is_active",
      ])
  );
}
