import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";

/** Ends what still waits to go to a member about a business, when their membership ends. */
export async function cancelForMember(db: Tx, tenantId: string, personId: string): Promise<void> {
  await sql`
    delete from member_deliveries
    where tenant_id = ${tenantId} and person_id = ${personId} and message_id is null
  `.execute(db);
  await sql`
    update outbound_messages
    set state = 'failed', due_at = null, finished_at = ${now()}, content_sealed = null,
      last_error = 'The person is no longer a member of the business'
    where person_id = ${personId} and tenant_id = ${tenantId} and state = 'waiting'
  `.execute(db);
}
