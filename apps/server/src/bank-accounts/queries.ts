import type { BankAccountForm } from "@rokad/contract/bank-accounts";
import { now } from "../clock.ts";
import type { Db, Tx } from "../db.ts";
import { newId } from "../ids.ts";
import type { SuperAdmin, Tenant } from "../sign-in/person.ts";

export interface BankAccountFilter {
  readonly status?: "all" | "pending" | "approved" | "rejected" | undefined;
  readonly page: number;
  readonly limit: number;
}

/** A page of the tenant's own accounts, newest first. */
export function selectOwn(db: Db, tenant: Tenant, filter: BankAccountFilter) {
  return filtered(db, filter)
    .where("person_id", "=", tenant.id)
    .selectAll("bank_accounts")
    .orderBy("bank_accounts.created_at", "desc")
    .orderBy("bank_accounts.id", "desc")
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
    .execute();
}

export async function countOwn(db: Db, tenant: Tenant, filter: BankAccountFilter): Promise<bigint> {
  const { count } = await filtered(db, filter)
    .where("person_id", "=", tenant.id)
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** A page over all tenants, oldest first: who asked first is answered first. */
export function selectForReview(db: Db, filter: BankAccountFilter) {
  return withOwner(filtered(db, filter))
    .orderBy("bank_accounts.created_at")
    .orderBy("bank_accounts.id")
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
    .execute();
}

export async function countForReview(db: Db, filter: BankAccountFilter): Promise<bigint> {
  const { count } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** @throws a unique violation of `bank_accounts_once` when the tenant has this account already. */
export function insertBankAccount(db: Tx, tenant: Tenant, form: BankAccountForm) {
  return db
    .insertInto("bank_accounts")
    .values({ id: newId(), person_id: tenant.id, ...form, created_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Holds the account until the transaction ends, so that two reviewers decide one after the other. */
export function lockForReview(db: Tx, id: string) {
  return withOwner(db.selectFrom("bank_accounts"))
    .where("bank_accounts.id", "=", id)
    .forUpdate("bank_accounts")
    .executeTakeFirst();
}

export function updateDecision(
  db: Tx,
  id: string,
  reviewer: SuperAdmin,
  decision: { status: "approved" | "rejected"; note: string | null },
) {
  return db
    .updateTable("bank_accounts")
    .set({
      status: decision.status,
      review_note: decision.note,
      reviewed_by: reviewer.id,
      reviewed_at: now(),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function filtered(db: Db, { status = "all" }: BankAccountFilter) {
  const accounts = db.selectFrom("bank_accounts");
  return status === "all" ? accounts : accounts.where("status", "=", status);
}

function withOwner(accounts: ReturnType<typeof filtered>) {
  return accounts
    .innerJoin("people", "people.id", "bank_accounts.person_id")
    .selectAll("bank_accounts")
    .select(["people.name as owner_name", "people.mobile as owner_mobile"]);
}
