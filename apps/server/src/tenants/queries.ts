import { sql, type Insertable, type Updateable } from "kysely";
import { now } from "../clock.ts";
import type { People, Viewings } from "../database.generated.ts";
import type { Db, Tx } from "../db.ts";
import { containing } from "../search.ts";
import type { Person } from "../sign-in/person.ts";

export interface TenantFilter {
  readonly search?: string | undefined;
  readonly role?: "all" | "operator" | "retailer" | undefined;
  readonly status?: "all" | "active" | "inactive" | undefined;
}

interface Page {
  readonly page: number;
  readonly limit: number;
}

const columns = [
  "id",
  "name",
  "mobile",
  "email",
  "role",
  "is_active",
  "features",
  "allowed_providers",
  "closed_at",
  "created_at",
  "updated_at",
] as const;

/** A page of the tenants, newest first. */
export function selectTenants(db: Db, filter: TenantFilter & Page) {
  return matching(db, filter)
    .select(columns)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
    .execute();
}

export async function countTenants(db: Db, filter: TenantFilter): Promise<bigint> {
  const { count } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export function findTenant(db: Db, id: string) {
  return tenants(db).select(columns).where("id", "=", id).executeTakeFirst();
}

/**
 * Holds the account until the transaction ends: sign-ins, deposits and other changes of it wait.
 */
export function lockTenant(db: Tx, id: string) {
  return tenants(db).select(columns).where("id", "=", id).forUpdate().executeTakeFirst();
}

/** @throws a unique violation of `people_mobile_key` when the number has an account. */
export function insertPerson(db: Tx, person: Insertable<People>) {
  return db.insertInto("people").values(person).returning(columns).executeTakeFirstOrThrow();
}

/** Changes an account that is locked, and dates it later than it was, however fast they come. */
export function updatePerson(
  db: Tx,
  { id, updated_at: before }: { readonly id: string; readonly updated_at: Date },
  change: Updateable<People>,
) {
  const at = new Date(Math.max(now().getTime(), before.getTime() + 1));
  return db
    .updateTable("people")
    .set({ ...change, updated_at: at })
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** What keeps an account from being closed: each is counted while the account is locked. */
export async function countPending(db: Tx, id: string) {
  const deposits = db
    .selectFrom("deposits")
    .where("person_id", "=", id)
    .where("status", "=", "pending");
  const payouts = db
    .selectFrom("payouts")
    .where("person_id", "=", id)
    .where("status", "in", ["pending", "processing"]);
  return db
    .selectNoFrom((eb) => [
      eb.exists(deposits.select("id")).as("hasDeposits"),
      eb.exists(payouts.select("id")).as("hasPayouts"),
    ])
    .executeTakeFirstOrThrow();
}

export async function insertViewing(db: Tx, viewing: Insertable<Viewings>): Promise<void> {
  await db.insertInto("viewings").values(viewing).execute();
}

/** @returns the view that was ended; undefined when there was none of this person's to end. */
export function endViewingOf(db: Tx, admin: Person, id: string) {
  return db
    .updateTable("viewings")
    .set({ ended_at: now() })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("ends_at", ">", now())
    .where("session_id", "in", (sessions) =>
      sessions.selectFrom("sessions").select("id").where("person_id", "=", admin.id),
    )
    .returning("tenant_id")
    .executeTakeFirst();
}

/** What has gone through an account, and what is under way in it: a return is one more transaction. */
export async function sumTenant(db: Db, id: string) {
  const { rows } = await sql<TenantSums>`
    select coalesce(sum(volume), 0)::bigint as volume, coalesce(sum(failed), 0)::bigint as failed,
      coalesce(sum(open), 0)::bigint as open, coalesce(sum(pending), 0)::bigint as pending,
      coalesce(sum(transactions), 0)::bigint as transactions
    from (
      select success_paise as volume, failed_count + returned_count as failed, open_count as open,
        0 as pending, open_count + success_count + failed_count + 2 * returned_count as transactions
      from payout_sums where person_id = ${id} and grain = 'month'
      union all
      select 0, 0, 0, pending_count, completed_count
      from deposit_sums where person_id = ${id} and grain = 'month'
    ) as months
  `.execute(db);
  const sums = rows[0];
  if (!sums) throw new Error("A sum without a group is always one row");
  return sums;
}

interface TenantSums {
  readonly transactions: bigint;
  readonly volume: bigint;
  readonly failed: bigint;
  readonly open: bigint;
  readonly pending: bigint;
}

/** Super admins have no wallet and are never listed; a closed account is gone from the console. */
function tenants(db: Db) {
  return db.selectFrom("people").where("role", "<>", "superadmin").where("closed_at", "is", null);
}

function matching(db: Db, { search, role = "all", status = "all" }: TenantFilter) {
  let found = tenants(db);
  if (role !== "all") found = found.where("role", "=", role);
  if (status !== "all") found = found.where("is_active", "=", status === "active");
  if (!search) return found;
  const pattern = containing(search);
  return found.where((eb) =>
    eb.or([
      eb("name", "ilike", pattern),
      eb("mobile", "like", pattern),
      eb("email", "ilike", pattern),
    ]),
  );
}
