import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { startOfDay, today } from "../../kernel/days.ts";
import { digitsOf } from "../../kernel/digits-of.ts";
import type { Db, Tx } from "../../database/db.ts";
import { blindIndex } from "../../database/encryption/encrypt.ts";
import { likePattern } from "../../database/like-pattern.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { filtered, type BankAccountFilter } from "./queries.ts";

export interface ReviewFilter extends BankAccountFilter {
  /** Part of the tenant's name or number, the holder's name or the IFSC; or a full account number. */
  readonly search?: string | undefined;
}

/** A page over all tenants, oldest first. */
export function selectForReview(db: Db, filter: ReviewFilter) {
  // The ids come from an index first, so that a deep page joins only its own rows.
  const page = matchingFilter(db, filter)
    .select("bank_accounts.id")
    .orderBy("bank_accounts.created_at")
    .orderBy("bank_accounts.id")
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit);
  return withReviewer(withOwner(db.selectFrom("bank_accounts")))
    .where("bank_accounts.id", "in", page)
    .orderBy("bank_accounts.created_at")
    .orderBy("bank_accounts.id")
    .execute();
}

export async function countForReview(db: Db, filter: ReviewFilter): Promise<bigint> {
  const { count } = await matchingFilter(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** All pending accounts, regardless of the filter. */
export function countPending(db: Db) {
  return db
    .selectFrom("bank_accounts")
    .where("status", "=", "pending")
    .select((eb) => [
      eb.fn.countAll<bigint>().as("count"),
      sql<Date | null>`min(created_at)`.as("oldest_at"),
    ])
    .executeTakeFirstOrThrow();
}

/** Decisions since midnight in India. */
export function countDecidedToday(db: Db) {
  return db
    .selectFrom("bank_accounts")
    .where("reviewed_at", ">=", startOfDay(today()))
    .select([
      // A revoked account was approved before.
      sql<bigint>`count(*) filter (where status in ('approved', 'revoked'))`.as("approved"),
      sql<bigint>`count(*) filter (where status = 'rejected')`.as("rejected"),
    ])
    .executeTakeFirstOrThrow();
}

/** Locks the account until the transaction ends, so that reviewers decide one after the other. */
export async function lockForReview(db: Tx, id: string) {
  await db.selectFrom("bank_accounts").select("id").where("id", "=", id).forUpdate().execute();
  // A second statement, because the one that waited for the lock returns joined rows from before it.
  return withReviewer(withOwner(db.selectFrom("bank_accounts")))
    .where("bank_accounts.id", "=", id)
    .executeTakeFirst();
}

export type LockedBankAccount = NonNullable<Awaited<ReturnType<typeof lockForReview>>>;

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
      reviewed_by: reviewer.member.id,
      reviewed_at: now(),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The encrypted full number, for a call that writes to the audit log. */
export function findAccountNumber(db: Tx, id: string) {
  return db
    .selectFrom("bank_accounts")
    .select(["account_number_encrypted", "account_number_end", "tenant_id"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Numbers are encrypted, so the blind index finds only a full one. */
const fullNumber = /^\d{9,18}$/;

function matchingFilter(db: Db, { search, ...filter }: ReviewFilter) {
  const accounts = filtered(db, filter);
  if (!search) return accounts;
  return accounts.where("bank_accounts.id", "in", matchingSearch(db, search));
}

/**
 * The ids of the accounts that match a search. One subquery per column, each with its own index:
 * PostgreSQL cannot use indexes for one OR condition over two tables.
 */
function matchingSearch(db: Db, search: string) {
  const pattern = likePattern(search);
  const digits = digitsOf(search);
  const ids = () => db.selectFrom("bank_accounts").select("bank_accounts.id");
  const owners = db
    .selectFrom("tenants")
    .select("tenants.id")
    .where((of) =>
      of.or([of("name", "ilike", pattern), of("mobile", "like", likePattern(digits))]),
    );
  const parts = ids()
    .where("account_holder_name", "ilike", pattern)
    .unionAll(ids().where("ifsc_code", "ilike", pattern))
    .unionAll(ids().where("tenant_id", "in", owners));
  if (!fullNumber.test(digits)) return parts;
  return parts.unionAll(
    ids().where("account_number_hash", "=", blindIndex("account number", digits)),
  );
}

function withOwner(accounts: ReturnType<typeof filtered>) {
  return accounts.innerJoin("tenants", "tenants.id", "bank_accounts.tenant_id");
}

function withReviewer(accounts: ReturnType<typeof withOwner>) {
  return accounts
    .leftJoin("people as reviewer", "reviewer.id", "bank_accounts.reviewed_by")
    .leftJoin("people as revoker", "revoker.id", "bank_accounts.revoked_by")
    .selectAll("bank_accounts")
    .select([
      "tenants.name as owner_name",
      "tenants.mobile as owner_mobile",
      "reviewer.name as reviewer_name",
      "revoker.name as revoker_name",
    ]);
}
