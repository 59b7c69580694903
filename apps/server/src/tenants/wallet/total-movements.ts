import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { adjustingMovements } from "../../ledger/adjusting-movements.ts";
import { boundsOf, rollupsInPeriod } from "../../rollups/find-page-range.ts";
import type { WalletFilter } from "./queries.ts";

export interface WalletTotals {
  readonly count: bigint;
  readonly credits: bigint;
  /**
   * A failed or cancelled payout counts as a row but not as a debit. Without a filter, credits minus debits is the
   * available balance.
   */
  readonly debits: bigint;
}

/** The totals of the whole filter. */
export async function totalMovements(db: Db, tenant: Tenant, filter: WalletFilter) {
  const { rows } = await sql<WalletTotals>`${selectTotals(tenant, filter)}`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error("The totals query returned no row");
  return totals;
}

/** Selects one row of `WalletTotals` from the rollups of months and days, and the few corrections. */
export function selectTotals(tenant: Tenant, filter: WalletFilter): RawBuilder<WalletTotals> {
  const { type = "all" } = filter;
  const own = sql`tenant_id = ${tenant.tenantId}`;
  const { since, until } = boundsOf(filter);
  return sql`
    select coalesce(sum(rows), 0)::bigint as count, coalesce(sum(credit), 0)::bigint as credits,
      coalesce(sum(debit), 0)::bigint as debits
    from (
      select open_count + success_count + failed_count + returned_count + cancelled_count as rows,
        0 as credit,
        open_paise + open_charges_paise + success_paise + success_charges_paise
          + returned_paise + returned_charges_paise + back_paise + back_charges_paise as debit
      from ${rollupsInPeriod("all_payout_rollups", own, filter)} as payouts where ${type !== "credit"}
      union all
      select deposit_count + reversal_count, deposit_paise + reversal_paise, 0
      from ${rollupsInPeriod("credit_rollups", own, filter)} as credits where ${type !== "debit"}
      union all
      select 1, greatest(paise, 0), greatest(-paise, 0)
      from (${adjustingMovements(tenant.tenantId)}) as adjusting
      where at >= ${since} and at < ${until}
        and ${type === "all" ? sql`true` : type === "credit" ? sql`paise > 0` : sql`paise < 0`}
    ) as sums
  `;
}
