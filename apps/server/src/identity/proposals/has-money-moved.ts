import { sql } from "kysely";
import type { Db } from "../../database/db.ts";

/**
 * Whether a tenant, or this one, ever sent money: from then on a change of a control can cost a tenant
 * money. Before, an installation or a business is being set up. Where real money followed play money,
 * only what arrived since then counts: `clear-sandbox` left nothing of before undecided.
 */
export async function hasMoneyMoved(db: Db, tenantId: string | null = null): Promise<boolean> {
  const isTheirs = sql`(${tenantId}::uuid is null or tenant_id = ${tenantId})`;
  const { rows } = await sql<{ moved: boolean }>`
    with real_money as (
      select coalesce(
        (select since from installation_environment where environment = 'real'), '-infinity'
      ) as since
    )
    select exists (
      select from deposits, real_money where ${isTheirs} and created_at >= since
    ) or exists (
      select from real_money, incoming_credits
      left join virtual_accounts on virtual_accounts.id = virtual_account_id
      where ${isTheirs} and incoming_credits.created_at >= since
    ) as moved
  `.execute(db);
  return rows[0]?.moved ?? false;
}
