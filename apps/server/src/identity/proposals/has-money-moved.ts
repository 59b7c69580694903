import { sql } from "kysely";
import type { Db } from "../../database/db.ts";

/**
 * Whether a tenant ever sent money: from then on a change of a control can cost a tenant money. Before, an
 * installation is being set up.
 */
export async function hasMoneyMoved(db: Db): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    select exists (select from deposits) or exists (select from incoming_credits) as moved
  `.execute(db);
  return rows[0]?.moved ?? false;
}
