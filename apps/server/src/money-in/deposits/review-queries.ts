import { sql, type RawBuilder, type Updateable } from "kysely";
import type { Deposits } from "../../database/tables.generated.ts";
import { now } from "../../kernel/clock.ts";
import { startOfDay, today } from "../../kernel/days.ts";
import type { Db, Tx } from "../../database/db.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import type { Arrival } from "./arrival.ts";
import { isPossibleDuplicate } from "./possible-duplicates.ts";
import { selectByIds, withAccount } from "./queries.ts";

/** The deposits of `ids`, with their tenants and reviewers. */
export function selectForReview(db: Db, ids: RawBuilder<string>) {
  return withOwner(selectByIds(db, ids));
}

/** All pending deposits, regardless of the filter. */
export function sumPending(db: Db) {
  return db
    .selectFrom("deposits")
    .where("status", "=", "pending")
    .select((eb) => [
      eb.fn.countAll<bigint>().as("count"),
      eb.cast<bigint | null>(eb.fn.sum("amount_paise"), "bigint").as("paise"),
      eb.fn.count<bigint>("first_approved_by").as("half_approved"),
      sql<Date | null>`min(created_at)`.as("oldest_at"),
    ])
    .executeTakeFirstOrThrow();
}

/** Reviewers' decisions since midnight in India; automatic credits have no reviewer. */
export function sumDecidedToday(db: Db) {
  return db
    .selectFrom("deposits")
    .where("reviewed_at", ">=", startOfDay(today()))
    .where("reviewed_by", "is not", null)
    .select([
      sql<bigint>`count(*) filter (where status = 'completed')`.as("approved"),
      sql<bigint>`count(*) filter (where status = 'failed')`.as("rejected"),
      sql<bigint | null>`(sum(amount_paise) filter (where status = 'completed'))::bigint`.as(
        "approved_paise",
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** Locks the deposit until the transaction ends, so that reviewers decide one after the other. */
export async function lockForReview(db: Tx, id: string) {
  await db
    .selectFrom("deposits")
    .select("id")
    .where("id", "=", id)
    // Not `for update`: a credit that only refers to this request must not wait for its decision,
    // because it holds the wallet already.
    .forNoKeyUpdate()
    .execute();
  // A second statement, because the one that waited for the lock returns joined rows from before it.
  return withOwner(withAccount(db.selectFrom("deposits")))
    .where("deposits.id", "=", id)
    .executeTakeFirst();
}

/** Whether a debit line of an imported statement has this deposit's UTR. */
export async function isTakenBack(db: Tx, { utr_key: key }: LockedDeposit): Promise<boolean> {
  const debit = await db
    .selectFrom("statement_debits")
    .select("line_id")
    .where("utr_key", "=", key)
    .limit(1)
    .executeTakeFirst();
  return debit !== undefined;
}

/** Whether a warning says that the money of this deposit may already be credited. */
export async function mayBeDuplicate(db: Tx, { id }: LockedDeposit): Promise<boolean> {
  const { rows } = await sql`
    select from deposits where id = ${id} and ${isPossibleDuplicate(sql.table("deposits"))}
  `.execute(db);
  return rows.length === 1;
}

/**
 * The revocation of the bank account that a deposit comes from; undefined for any other account.
 * Locks the account until the transaction ends: a revocation waits, or was committed before.
 */
export async function findRevocation(db: Tx, { bank_account_id: id }: LockedDeposit) {
  if (id === null) return undefined;
  const account = await db
    .selectFrom("bank_accounts")
    .select(["revoked_at as at", "revocation_reason as reason"])
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  return account?.at ? account : undefined;
}

export type LockedDeposit = NonNullable<Awaited<ReturnType<typeof lockForReview>>>;

/** Whether this is one of our receiving accounts, active or not. */
export async function isReceivingAccount(db: Tx, id: string): Promise<boolean> {
  const account = await db
    .selectFrom("receiving_accounts")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return account !== undefined;
}

/** Records the first of two approvals, or replaces one that stated another amount. */
export function updateFirstApproval(
  db: Tx,
  deposit: LockedDeposit,
  reviewer: SuperAdmin,
  arrival: Arrival,
  how: Pick<Updateable<Deposits>, "first_approval_note" | "first_approval_in_bulk">,
) {
  const differs = arrival.paise !== deposit.amount_paise;
  return db
    .updateTable("deposits")
    .set({
      first_approved_by: reviewer.member.id,
      first_approved_at: now(),
      ...how,
      first_approval_paise: differs ? arrival.paise : null,
      first_approval_reason: differs ? arrival.reason : null,
      first_approval_account_id: arrival.receivingAccountId,
    })
    .where("id", "=", deposit.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records a reviewer's decision with the columns that it sets, taken now unless they say when. */
export function updateDecision(
  db: Tx,
  id: string,
  reviewer: SuperAdmin,
  decision: Updateable<Deposits> & { status: "completed" | "failed" },
) {
  return db
    .updateTable("deposits")
    .set({ reviewed_at: now(), ...decision, reviewed_by: reviewer.member.id })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function withOwner(deposits: ReturnType<typeof withAccount>) {
  return deposits
    .innerJoin("tenants", "tenants.id", "deposits.tenant_id")
    .leftJoin("people as first_approver", "first_approver.id", "deposits.first_approved_by")
    .leftJoin("people as reviewer", "reviewer.id", "deposits.reviewed_by")
    .select([
      "tenants.name as owner_name",
      "tenants.mobile as owner_mobile",
      "tenants.is_active as owner_is_active",
      "first_approver.name as first_approver_name",
      "reviewer.name as reviewer_name",
    ]);
}
