import { sql } from "kysely";
import type { Db } from "../../database/db.ts";

/**
 * Whether a tenant, or this one, ever sent money: from then on a change of a control can cost a tenant
 * money. Before, an installation or a business is being set up.
 */
export async function hasMoneyMoved(db: Db, tenantId: string | null = null): Promise<boolean> {
  const isTheirs = sql`(${tenantId}::uuid is null or tenant_id = ${tenantId})`;
  const { rows } = await sql<{ moved: boolean }>`
    select exists (select from deposits where ${isTheirs}) or exists (
      select from incoming_credits
      left join virtual_accounts on virtual_accounts.id = virtual_account_id
      where ${isTheirs}
    ) as moved
  `.execute(db);
  return rows[0]?.moved ?? false;
}
