import type { Feature } from "@rokad/contract/call";
import { sql } from "kysely";
import { now } from "../clock.ts";
import { database } from "../db.ts";
import { gather } from "../gather.ts";
import type { Person } from "./person.ts";
import { keptPlan } from "../kept-plans.ts";

/**
 * The person of an open session, or the tenant of a super admin's view that is not over, read from
 * the database on each request, so that ending a session or taking a feature away counts at once on
 * every server. Requests that arrive together share one query.
 */
export const findSession: (sessionId: string) => Promise<Person | undefined> = gather(
  readSessions,
  { atMost: 256 },
);

interface Row {
  session_id: string;
  id: string;
  name: string;
  mobile: string;
  role: Person["role"];
  features: Feature[];
  allowed_providers: ("primary" | "alternative")[];
  is_viewed: boolean;
}

async function readSessions(all: readonly string[]): Promise<(Person | undefined)[]> {
  const ids = [...new Set(all)];
  const people = new Map((await ownSessions(ids)).map((row) => [row.session_id, asPerson(row)]));
  // Views are few, and planning a look for them would cost every request more than its own look.
  const others = ids.filter((id) => !people.has(id));
  if (others.length > 0) {
    for (const row of await views(others)) people.set(row.session_id, asPerson(row));
  }
  return all.map((id) => people.get(id));
}

async function ownSessions(ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${keptPlan} select sessions.id as session_id, people.id, name, mobile, role, features, allowed_providers,
      false as is_viewed
    from sessions join people on people.id = sessions.person_id
    where sessions.id = any(${ids}::uuid[]) and ${isOpen()} and is_active
  `.execute(database());
  return rows;
}

/** A view stands only while the session does in which it was begun, and its super admin. */
async function views(ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select viewings.id as session_id, tenants.id, tenants.name, tenants.mobile, tenants.role,
      tenants.features, tenants.allowed_providers, true as is_viewed
    from viewings
    join people as tenants on tenants.id = viewings.tenant_id
    join sessions on sessions.id = viewings.session_id
    join people as admins on admins.id = sessions.person_id
    where viewings.id = any(${ids}::uuid[]) and ${isOpen()}
      and viewings.ended_at is null and viewings.ends_at > ${now()}
      and admins.is_active and admins.role = 'superadmin' and tenants.closed_at is null
  `.execute(database());
  return rows;
}

const isOpen = () => sql`sessions.ended_at is null and sessions.expires_at > ${now()}`;

function asPerson(row: Row): Person {
  return {
    id: row.id,
    sessionId: row.session_id,
    name: row.name,
    mobile: row.mobile,
    role: row.role,
    features: row.features,
    allowedProviders: row.allowed_providers,
    isViewed: row.is_viewed,
  };
}
