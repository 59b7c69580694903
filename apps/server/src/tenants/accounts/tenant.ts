import type { Feature } from "@rokad/contract/call";
import type { Tenant } from "@rokad/contract/tenants";
import type { Selectable } from "kysely";
import type { Tenants } from "../../database/tables.generated.ts";

/** The account as a super admin sees it, without the password hash. */
export function asTenant(
  row: Omit<Selectable<Tenants>, "password_hash" | "payouts_withheld_at">,
): Tenant {
  return {
    _id: row.id,
    name: row.name,
    phone: row.mobile,
    email: row.email,
    role: row.role as Tenant["role"],
    isActive: row.is_active,
    closing_since: row.closing_at?.toISOString() ?? null,
    features: row.features as Feature[],
    allowed_providers: row.allowed_providers as Tenant["allowed_providers"],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The fields that a super admin may change. */
export function changeable({ role, features, allowed_providers }: Tenant) {
  return { role, features, allowed_providers };
}
