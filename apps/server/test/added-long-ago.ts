import { sql } from "kysely";
import { database } from "../src/database/db.ts";

/** Makes an account older than every waiting time: a new super admin can't confirm changes. */
export async function addedLongAgo(mobile: string): Promise<void> {
  await sql`
    update people set created_at = created_at - interval '30 days', roles_since = null
    where mobile = ${mobile}
  `.execute(database());
}

/** Makes a membership older than every waiting time: a new owner can't be a second one. */
export async function joinedLongAgo(tenantId: string, personId: string): Promise<void> {
  await sql`
    update memberships
    set created_at = created_at - interval '30 days', roles_since = null
    where tenant_id = ${tenantId} and person_id = ${personId}
  `.execute(database());
}
