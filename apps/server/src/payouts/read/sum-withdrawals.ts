import { sql } from "kysely";
import type { Db } from "../../database/db.ts";

/** A tenant's withdrawals of a month, in paise. They have no fee, so reports show them apart. */
export interface Withdrawals {
  readonly tenantId: string;
  /** `YYYY-MM`, a month in Asia/Kolkata. */
  readonly month: string;
  readonly paidCount: bigint;
  readonly paidPaise: bigint;
  readonly returnedCount: bigint;
  readonly returnedPaise: bigint;
}

/**
 * Withdrawals by the day on which they were paid or returned, as the ledger counts payouts.
 * @param period days in Asia/Kolkata, `YYYY-MM-DD`, both included.
 * @param tenantId one tenant's only.
 */
export async function sumWithdrawals(
  db: Db,
  { from, to }: { readonly from: string; readonly to: string },
  tenantId?: string,
): Promise<Withdrawals[]> {
  const { rows } = await sql<Withdrawals>`
    select tenant_id as "tenantId", to_char(day, 'YYYY-MM') as month,
      sum(paid)::bigint as "paidCount", sum(paid * amount_paise)::bigint as "paidPaise",
      sum(returned)::bigint as "returnedCount",
      sum(returned * (amount_paise - returned_paise))::bigint as "returnedPaise"
    from payouts cross join lateral (
      values
        ((finished_at at time zone 'Asia/Kolkata')::date,
          (status = 'success' or returned_at is not null)::int, 0),
        ((returned_at at time zone 'Asia/Kolkata')::date, 0, 1)
    ) as moved (day, paid, returned)
    where payout_kind = 'withdrawal' and day between ${from} and ${to}
      and ${tenantId === undefined ? sql`true` : sql`tenant_id = ${tenantId}`}
    group by tenant_id, 2
  `.execute(db);
  return rows;
}
