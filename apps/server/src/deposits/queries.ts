import type { Insertable } from "kysely";
import type { Deposits } from "../database.generated.ts";
import { endOfDay, startOfDay } from "../days.ts";
import type { Db, Tx } from "../db.ts";
import { containing } from "../search.ts";
import type { Tenant } from "../sign-in/person.ts";

export type DepositStatus = "pending" | "completed" | "failed";

export interface DepositFilter {
  readonly status?: "all" | DepositStatus | undefined;
  /** Any part of a UTR, in capitals. */
  readonly utr?: string | undefined;
  /** Days in Asia/Kolkata, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Page {
  readonly page: number;
  readonly limit: number;
}

export function selectOwn(db: Db, tenant: Tenant, filter: DepositFilter & Page) {
  return own(db, tenant, filter)
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
    .execute();
}

export type StatusSums = Awaited<ReturnType<typeof sumOwnByStatus>>;

/** Amount and count of each status, over all of the filter but its status. */
export function sumOwnByStatus(db: Db, tenant: Tenant, filter: DepositFilter) {
  return summed(matching(db, filter).where("deposits.person_id", "=", tenant.id));
}

/**
 * One of the tenant's own bank accounts. It also keeps the tenant's account from being closed
 * until the transaction ends, so that no deposit is left waiting behind a closed door.
 */
export function findOwnBankAccount(db: Tx, tenant: Tenant, id: string) {
  return db
    .selectFrom("bank_accounts")
    .innerJoin("people", "people.id", "bank_accounts.person_id")
    .selectAll("bank_accounts")
    .where("bank_accounts.id", "=", id)
    .where("bank_accounts.person_id", "=", tenant.id)
    .where("people.closed_at", "is", null)
    .forKeyShare("people")
    .executeTakeFirst();
}

/** The tenant's own deposit that claims a UTR. */
export function findOwnByUtr(db: Db, tenant: Tenant, utr: string) {
  return db
    .selectFrom("deposits")
    .select(["status", "came_through"])
    .where("person_id", "=", tenant.id)
    .where("utr_reference", "=", utr)
    .where("status", "<>", "failed")
    .executeTakeFirst();
}

/** How many deposits the whole filter has, its status included, from the sums of its other parts. */
export function countOf({ status = "all" }: DepositFilter, sums: StatusSums): bigint {
  return sums
    .filter((sum) => status === "all" || sum.status === status)
    .reduce((all, { count }) => all + count, 0n);
}

/** @throws a unique violation of `deposits_utr_once` when a deposit claims this UTR already. */
export function insertDeposit(db: Tx, deposit: Insertable<Deposits>) {
  return db.insertInto("deposits").values(deposit).returningAll().executeTakeFirstOrThrow();
}

function own(db: Db, tenant: Tenant, filter: DepositFilter) {
  return everyOwn(db, tenant, filter)
    .orderBy("deposits.created_at", "desc")
    .orderBy("deposits.id", "desc");
}

/** The tenant's deposits of the whole filter, each with its bank account. */
export function everyOwn(db: Db, tenant: Tenant, filter: DepositFilter) {
  return withAccount(ofStatus(matching(db, filter), filter)).where(
    "deposits.person_id",
    "=",
    tenant.id,
  );
}

/** The filter's UTR and days, over all tenants. */
export function matching(db: Db, { utr, from, to }: DepositFilter) {
  let deposits = db.selectFrom("deposits");
  if (utr) deposits = deposits.where("utr_reference", "like", containing(utr));
  if (from) deposits = deposits.where("deposits.created_at", ">=", startOfDay(from));
  if (to) deposits = deposits.where("deposits.created_at", "<", endOfDay(to));
  return deposits;
}

type Matching = ReturnType<typeof matching>;

export function ofStatus(deposits: Matching, { status = "all" }: DepositFilter): Matching {
  return status === "all" ? deposits : deposits.where("deposits.status", "=", status);
}

export function withAccount(deposits: Matching) {
  return (
    deposits
      // Money that came by itself may come from an account that is not the tenant's.
      .leftJoin("bank_accounts", "bank_accounts.id", "deposits.bank_account_id")
      .selectAll("deposits")
      .select(["account_holder_name", "account_number_end", "ifsc_code", "bank_name"])
  );
}

function summed(deposits: Matching) {
  return deposits
    .select((eb) => [
      "status",
      eb.fn.countAll<bigint>().as("count"),
      eb.cast<bigint>(eb.fn.sum("amount_paise"), "bigint").as("paise"),
    ])
    .groupBy("status")
    .execute();
}
