import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Db, Tx } from "../../database/db.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { newId } from "../../kernel/ids.ts";

/** Which of these tenants are being closed or closed. Read it under the wallets' locks. */
export async function findClosing(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    ${prepared} select id from tenants
    where id = any(${ids}::uuid[]) and (closing_at is not null or closed_at is not null)
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Opens the closing of closed tenants again, because money came back to their wallets. The caller
 * has locked the wallets. They stay signed out, and a super admin pays the money out again.
 * @returns the tenants that were closed.
 */
export async function reopenClosings(
  db: Tx,
  tenantIds: readonly string[],
  reason: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  if (tenantIds.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string }>`
    update tenants set closed_at = null, closing_at = ${now()}, updated_at = ${now()}
    where id = any(${[...tenantIds]}::uuid[]) and closed_at is not null
    returning id, name
  `.execute(db);
  for (const { id } of rows) {
    await db
      .insertInto("tenant_closings")
      .values({ id: newId(), tenant_id: id, reason, started_at: now(), needs_attention: true })
      .execute();
  }
  return rows;
}
