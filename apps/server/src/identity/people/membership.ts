import type { Feature } from "@rokad/contract/call";
import type { TenantRole } from "@rokad/contract/roles";
import type { Membership } from "@rokad/contract/sign-in";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Person } from "../../kernel/person.ts";

/** A business for which a person may act. */
export interface OwnTenant extends Pick<Person, "id" | "name" | "role" | "features"> {
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
    select people.id, people.name, people.role, people.features, memberships.roles
    from memberships join people on people.id = memberships.tenant_id
    where memberships.person_id = ${personId} and disabled_at is null
      and people.is_active and people.closed_at is null
    order by chosen_at desc nulls last, people.id = ${personId} desc, memberships.created_at,
      people.id
    ${lock ? sql`for share` : sql``}
  `.execute(db);
  return rows;
}

/** A membership as the API shows it. */
export function asMembership({ id, name, roles }: OwnTenant, currentId: string): Membership {
  return { tenant: { id, name }, roles: [...roles], is_current: id === currentId };
}
