import type { Feature } from "@rokad/contract/call";
import { sql } from "kysely";
import { now } from "../clock.ts";
import { database } from "../db.ts";
import { gather } from "../gather.ts";
import type { Person } from "./person.ts";

/**
 * The person of an open session, read from the database on each request, so that ending a
 * session or taking a feature away counts at once on every server. Requests that arrive
 * together share one query.
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
}

async function readSessions(ids: readonly string[]): Promise<(Person | undefined)[]> {
  const { rows } = await sql<Row>`
    select sessions.id as session_id, people.id, name, mobile, role, features, allowed_providers
    from sessions join people on people.id = sessions.person_id
    where sessions.id = any(${[...new Set(ids)]}::uuid[])
      and ended_at is null and expires_at > ${now()} and is_active
  `.execute(database());
  const people = new Map(rows.map((row) => [row.session_id, asPerson(row)]));
  return ids.map((id) => people.get(id));
}

function asPerson(row: Row): Person {
  return {
    id: row.id,
    sessionId: row.session_id,
    name: row.name,
    mobile: row.mobile,
    role: row.role,
    features: row.features,
    allowedProviders: row.allowed_providers,
  };
}
