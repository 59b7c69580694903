import { sql } from "kysely";
import { now } from "../clock.ts";
import { database } from "../db.ts";
import { pageOf } from "../page.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { deviceOf } from "./device.ts";

interface Row {
  readonly id: string;
  readonly person_id: string;
  readonly name: string;
  readonly role: "superadmin" | "operator" | "retailer";
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly created_at: Date;
  readonly last_seen_at: Date;
}

/** Who is signed in: the session of whoever asks, then the last seen first. */
export async function listOpenSessions(
  person: SuperAdmin,
  { page, limit }: { page: number; limit: number },
) {
  const isOpen = sql`ended_at is null and expires_at > ${now()}`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    // Own and others apart, so that the index of the last seen has the others' order.
    sql<Row>`
      select shown.id, person_id, name, role, address, user_agent, shown.created_at, last_seen_at
      from (
        select * from sessions where ${isOpen} and id = ${person.sessionId}
        union all
        (
          select * from sessions where ${isOpen} and id <> ${person.sessionId}
          order by last_seen_at desc, id desc limit ${page * limit}
        )
      ) as shown
      join people on people.id = person_id
      order by shown.id = ${person.sessionId} desc, last_seen_at desc, shown.id desc
      limit ${limit} offset ${(page - 1) * limit}
    `.execute(database()),
    sql<{ count: bigint }>`select count(*) from sessions where ${isOpen}`.execute(database()),
  ]);
  const total = counted[0]?.count ?? 0n;
  return {
    data: rows.map((row) => ({
      id: row.id,
      person: { id: row.person_id, name: row.name, role: row.role },
      address: row.address,
      device: deviceOf(row.user_agent),
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
      is_own: row.id === person.sessionId,
    })),
    pagination: pageOf({ page, limit }, total),
    total: Number(total),
  };
}
