import { notificationKinds } from "@rokad/contract/notifications";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { isPersonal } from "../notifications/kind-entries.ts";

const businessKinds = notificationKinds.filter((kind) => !isPersonal(kind));

/**
 * Ends what still waits to go to a member about a business, when their membership ends or their roles
 * no longer show it. A founder's
 * messages name no business, but their kinds do; those about the founder's own account still go. It is
 * the same for a super admin, whose messages are about the installation. No error stays: the address
 * works.
 * @param tenantId the person's own id for a super admin.
 */
export async function cancelForMember(db: Tx, tenantId: string, personId: string): Promise<void> {
  await sql`
    delete from member_deliveries
    where tenant_id = ${tenantId} and person_id = ${personId} and message_id is null
  `.execute(db);
  if (tenantId === personId)
    await sql`
      delete from notification_deliveries
      where person_id = ${personId} and message_id is null and kind = any(${businessKinds}::text[])
    `.execute(db);
  await sql`
    update outbound_messages
    set state = 'failed', due_at = null, finished_at = ${now()}, content_encrypted = null,
      last_error = null
    where person_id = ${personId} and state = 'waiting' and case when tenant_id is null
      then person_id = ${tenantId} and kind = any(${businessKinds}::text[])
      else tenant_id = ${tenantId}
    end
  `.execute(db);
}
