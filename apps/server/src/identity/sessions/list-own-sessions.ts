import type { OwnSession } from "@rokad/contract/sessions";
import { sql } from "kysely";
import { database } from "../../database/db.ts";
import type { Person } from "../../kernel/person.ts";
import { deviceOf, maskAddress } from "../sign-in/device.ts";
import { isOpenSession } from "../sign-in/session-life.ts";

const listedMax = 100;

/** Lists a person's open sessions: the one of this request first, then the most recently active. */
export async function listOwnSessions(person: Person): Promise<OwnSession[]> {
  const rows = await database()
    .selectFrom("sessions")
    .select(["id", "address", "user_agent", "created_at", "last_seen_at"])
    .where("person_id", "=", person.member.id)
    .where(isOpenSession())
    .orderBy(sql`id = ${person.sessionId} desc`)
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .limit(listedMax)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    address: maskAddress(row.address),
    signed_in_at: row.created_at.toISOString(),
    last_active_at: row.last_seen_at.toISOString(),
    is_current: row.id === person.sessionId,
  }));
}
