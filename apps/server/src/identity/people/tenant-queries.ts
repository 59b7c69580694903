import type { Db, Tx } from "../../database/db.ts";

export const tenantColumns = [
  "id",
  "name",
  "mobile",
  "email",
  "role",
  "is_active",
  "features",
  "allowed_providers",
  "closing_at",
  "closed_at",
  "created_at",
  "updated_at",
] as const;

export function findTenant(db: Db, id: string) {
  return tenants(db).select(tenantColumns).where("id", "=", id).executeTakeFirst();
}

/** Locks the account until the transaction ends: sign-ins, deposits and other changes of it wait. */
export function lockTenant(db: Tx, id: string) {
  return tenants(db).select(tenantColumns).where("id", "=", id).forUpdate().executeTakeFirst();
}

/**
 * Locks the account's status until the transaction ends: sign-ins wait. Unlike `lockTenant` it lets
 * others add rows of the tenant, such as a notification of a provider's update.
 */
export function lockTenantStatus(db: Tx, id: string) {
  return tenants(db).select(tenantColumns).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
}

/** All tenants that are not closed. */
export function tenants(db: Db) {
  return db.selectFrom("tenants").where("closed_at", "is", null);
}
