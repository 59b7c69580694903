import type { Tenant } from "@rokad/contract/tenants";
import { database } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { countTenants, selectTenants, type TenantFilter } from "./queries.ts";
import { findTenant } from "../../identity/people/tenant-queries.ts";
import { asTenant } from "./tenant.ts";

export async function listTenants(
  filter: TenantFilter & { readonly page: number; readonly limit: number },
) {
  const db = database();
  const [rows, count] = await Promise.all([selectTenants(db, filter), countTenants(db, filter)]);
  const total = Number(count);
  return {
    data: rows.map(asTenant),
    pagination: { page: filter.page, limit: filter.limit, total },
    total,
  };
}

/** @throws 404 for a closed account and for a super admin. */
export async function getTenant(id: string): Promise<Tenant> {
  const tenant = await findTenant(database(), id);
  if (!tenant) throw notFound("This tenant");
  return asTenant(tenant);
}
