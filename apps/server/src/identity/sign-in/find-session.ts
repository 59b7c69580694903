import type { Feature } from "@rokad/contract/call";
import { rolesWith } from "@rokad/contract/roles";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { groupCommit } from "../../database/group-commit.ts";
import type { Person } from "../../kernel/person.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { isOpenSession } from "./session-life.ts";

/**
 * The member of an open session with its business, or the tenant of a super admin's open view.
 *
 * Read from the database on each request, so that a revoked session, membership, role or feature
 * takes effect at once on every server. Requests that arrive together share one query.
 */
export const findSession: (sessionId: string) => Promise<Person | undefined> = groupCommit(
  readSessions,
  {
    name: "sessions",
    atMost: 256,
  },
);

interface Row {
  session_id: string;
  member_id: string;
  member_name: string;
  member_mobile: string;
  roles: Person["member"]["roles"];
  id: string;
  name: string;
  mobile: string;
  role: Person["role"];
  features: Feature[];
  allowed_providers: ("primary" | "alternative")[];
  is_viewed: boolean;
}

async function readSessions(requestedIds: readonly string[]): Promise<(Person | undefined)[]> {
  const ids = [...new Set(requestedIds)];
  const people = new Map((await selectSessions(ids)).map((row) => [row.session_id, asPerson(row)]));
  // A second query, because views are rare: joining them would cost every request more.
  const unknownIds = ids.filter((id) => !people.has(id));
  if (unknownIds.length > 0) {
    for (const row of await selectViewings(unknownIds)) people.set(row.session_id, asPerson(row));
  }
  return requestedIds.map((id) => people.get(id));
}

const viewingRoles = rolesWith("view_tenants", "superadmin");

async function selectSessions(ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${prepared} select sessions.id as session_id, tenants.id, tenants.name, tenants.mobile,
      tenants.role, tenants.features, tenants.allowed_providers, false as is_viewed,
      members.id as member_id, members.name as member_name,
      members.mobile as member_mobile, coalesce(memberships.roles, installation_roles) as roles
    from sessions
    join people as members on members.id = sessions.person_id
    left join tenants on tenants.id = sessions.tenant_id
    left join memberships on memberships.tenant_id = tenants.id
      and memberships.person_id = members.id and disabled_at is null
    where sessions.id = any(${ids}::uuid[]) and ${isOpenSession()} and case
        when sessions.tenant_id is null then members.is_active and installation_roles is not null
        else tenants.is_active and memberships.person_id is not null
      end
  `.execute(database());
  return rows;
}

/** A view ends with the session that opened it, and when its super admin may open none any more. */
async function selectViewings(ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select viewings.id as session_id, tenants.id, tenants.name, tenants.mobile, tenants.role,
      tenants.features, tenants.allowed_providers, true as is_viewed, tenants.id as member_id,
      tenants.name as member_name, tenants.mobile as member_mobile, array['owner'] as roles
    from viewings
    join tenants on tenants.id = viewings.tenant_id
    join sessions on sessions.id = viewings.session_id
    join people as admins on admins.id = sessions.person_id
    where viewings.id = any(${ids}::uuid[]) and ${isOpenSession()}
      and viewings.ended_at is null and viewings.ends_at > ${now()}
      and admins.is_active and tenants.closed_at is null
      and admins.installation_roles && ${viewingRoles}::text[]
  `.execute(database());
  return rows;
}

function asPerson(row: Row): Person {
  const signedIn = {
    sessionId: row.session_id,
    member: {
      id: row.member_id,
      name: row.member_name,
      mobile: row.member_mobile,
      roles: row.roles,
    },
    isViewed: row.is_viewed,
  };
  if (row.role === null) return { ...signedIn, role: "superadmin" };
  return {
    ...signedIn,
    role: row.role,
    tenantId: row.id,
    name: row.name,
    mobile: row.mobile,
    features: row.features,
    allowedProviders: row.allowed_providers,
  };
}
