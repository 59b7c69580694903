import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { pageOf } from "../../kernel/page.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { isOpenSession } from "../../identity/sign-in/session-life.ts";
import { deviceOf } from "../../identity/sign-in/device.ts";

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

/** Lists open sessions: the caller's own first, then the most recently active. */
export async function listOpenSessions(
  person: SuperAdmin,
  { page, limit }: { page: number; limit: number },
) {
  const isOpen = isOpenSession();
  const [{ rows }, { rows: counts }] = await Promise.all([
    // The own session is read apart, so that the index on last_seen_at sorts the others.
    sql<Row>`
      select page.id, person_id, people.name, coalesce(tenants.role, 'superadmin') as role, address, user_agent, page.created_at, last_seen_at
      from (
        select * from sessions where ${isOpen} and id = ${person.sessionId}
        union all
        (
          select * from sessions where ${isOpen} and id <> ${person.sessionId}
          order by last_seen_at desc, id desc limit ${page * limit}
        )
      ) as page
      join people on people.id = person_id
      left join tenants on tenants.id = page.tenant_id
      order by page.id = ${person.sessionId} desc, last_seen_at desc, page.id desc
      limit ${limit} offset ${(page - 1) * limit}
    `.execute(database()),
    sql<{ count: bigint }>`select count(*) from sessions where ${isOpen}`.execute(database()),
  ]);
  const total = counts[0]?.count ?? 0n;
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
