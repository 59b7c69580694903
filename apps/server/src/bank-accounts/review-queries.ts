import { sql } from "kysely";
import { now } from "../clock.ts";
import { startOfDay, today } from "../days.ts";
import type { Db, Tx } from "../db.ts";
import { lookupHash } from "../sealing/seal.ts";
import { containing } from "../search.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { filtered, type BankAccountFilter } from "./queries.ts";

export interface ReviewFilter extends BankAccountFilter {
  /** In the tenant's name or number, the holder's name, or the IFSC; or a whole account number. */
  readonly search?: string | undefined;
}

/** A page over all tenants, oldest first: who asked first is answered first. */
export function selectForReview(db: Db, filter: ReviewFilter) {
  // A page deep in the list is found by index; only its own rows are read and joined.
  const page = found(db, filter)
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
  const { count } = await found(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** What waits, whatever the filter. */
export function sumWaiting(db: Db) {
  return db
    .selectFrom("bank_accounts")
    .where("status", "=", "pending")
    .select((eb) => [
      eb.fn.countAll<bigint>().as("count"),
      sql<Date | null>`min(created_at)`.as("oldest_at"),
    ])
    .executeTakeFirstOrThrow();
}

/** What was decided since midnight in India. */
export function sumDecidedToday(db: Db) {
  return db
    .selectFrom("bank_accounts")
    .where("reviewed_at", ">=", startOfDay(today()))
    .select([
      sql<bigint>`count(*) filter (where status = 'approved')`.as("approved"),
      sql<bigint>`count(*) filter (where status = 'rejected')`.as("rejected"),
    ])
    .executeTakeFirstOrThrow();
}

/** Holds the account until the transaction ends, so that two reviewers decide one after the other. */
export async function lockForReview(db: Tx, id: string) {
  await db.selectFrom("bank_accounts").select("id").where("id", "=", id).forUpdate().execute();
  // Read by a second statement: one that waits for the lock has joined the people of before it.
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
      reviewed_by: reviewer.id,
      reviewed_at: now(),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The whole number, sealed; for a call that is logged. */
export function findAccountNumber(db: Tx, id: string) {
  return db
    .selectFrom("bank_accounts")
    .select(["account_number_sealed", "account_number_end", "person_id"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** A part of a sealed number can't be found, only all of it. */
const wholeNumber = /^\d{9,18}$/;

function found(db: Db, { search, ...filter }: ReviewFilter) {
  const accounts = filtered(db, filter);
  if (!search) return accounts;
  return accounts.where("bank_accounts.id", "in", matching(db, search));
}

/**
 * The accounts that a search means, each of its places by an index of its own: of all of them in
 * one condition, on two tables, PostgreSQL can use none.
 */
function matching(db: Db, search: string) {
  const pattern = containing(search);
  const ids = () => db.selectFrom("bank_accounts").select("bank_accounts.id");
  const owners = db
    .selectFrom("people")
    .select("people.id")
    .where((of) => of.or([of("name", "ilike", pattern), of("mobile", "like", pattern)]));
  const parts = ids()
    .where("account_holder_name", "ilike", pattern)
    .unionAll(ids().where("ifsc_code", "ilike", pattern))
    .unionAll(ids().where("person_id", "in", owners));
  if (!wholeNumber.test(search)) return parts;
  return parts.unionAll(
    ids().where("account_number_hash", "=", lookupHash("account number", search)),
  );
}

function withOwner(accounts: ReturnType<typeof filtered>) {
  return accounts.innerJoin("people", "people.id", "bank_accounts.person_id");
}

function withReviewer(accounts: ReturnType<typeof withOwner>) {
  return accounts
    .leftJoin("people as reviewer", "reviewer.id", "bank_accounts.reviewed_by")
    .selectAll("bank_accounts")
    .select([
      "people.name as owner_name",
      "people.mobile as owner_mobile",
      "reviewer.name as reviewer_name",
    ]);
}
