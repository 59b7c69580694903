import type { Feature } from "@rokad/contract/call";
import type { TenantRole } from "@rokad/contract/roles";
import type { Membership } from "@rokad/contract/sign-in";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";

/** A business for which a person may act. */
export interface OwnTenant extends Pick<Tenant, "name" | "role" | "features"> {
  readonly id: string;
  readonly roles: readonly TenantRole[];
}

/**
 * The active businesses of which a person is a member: the one chosen last first, then their own.
 * @param lock `share` closes the race with a deactivation and with the end of a membership, which
 *   lock these rows: one waits for the other.
 */
export async function findTenantsOf(
  db: Db,
  personId: string,
  lock?: "share",
): Promise<OwnTenant[]> {
  const { rows } = await sql<OwnTenant & { features: Feature[] }>`
    select tenants.id, tenants.name, tenants.role, tenants.features, memberships.roles
    from memberships join tenants on tenants.id = memberships.tenant_id
    where memberships.person_id = ${personId} and disabled_at is null
      and tenants.is_active and tenants.closed_at is null
    order by chosen_at desc nulls last, tenants.id = ${personId} desc, memberships.created_at,
      tenants.id
    ${lock ? sql`for share` : sql``}
  `.execute(db);
  return rows;
}

/** A membership as the API shows it. */
export function asMembership({ id, name, roles }: OwnTenant, currentId: string): Membership {
  return { tenant: { id, name }, roles: [...roles], is_current: id === currentId };
}
