import type { Insertable, Updateable } from "kysely";
import type { People } from "../database.generated.ts";
import type { Db, Tx } from "../db.ts";
import { containing } from "../search.ts";

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

export function updatePerson(db: Tx, id: string, change: Updateable<People>) {
  return db
    .updateTable("people")
    .set(change)
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
