import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { ProviderId } from "../../providers/provider.ts";

/** Count and amount of the payouts that a provider's resume would send; withheld ones stay. */
export async function totalWaiting(db: Db, id: ProviderId) {
  const { rows } = await sql<{ count: number; paise: bigint }>`
    select count(*)::int as count, coalesce(sum(amount_paise), 0)::bigint as paise
    from payouts
    where id in (
        select payout_id from payout_queue where status = 'pending' and provider = ${id}
      )
      and withheld_at is null
  `.execute(db);
  return rows[0] ?? { count: 0, paise: 0n };
}
