import { sql } from "kysely";
import { database } from "../src/database/db.ts";

/** Makes an account older than every waiting time: a new super admin can't confirm changes. */
export async function addedLongAgo(mobile: string): Promise<void> {
  await sql`
    update people set created_at = created_at - interval '30 days' where mobile = ${mobile}
  `.execute(database());
}
