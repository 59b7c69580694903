import { sql, type RawBuilder } from "kysely";
import type { Db } from "../db.ts";
import type { Tenant } from "../sign-in/person.ts";
import { sumsWithin } from "../sums/locate-page.ts";
import type { WalletFilter } from "./queries.ts";

export interface WalletTotals {
  readonly count: bigint;
  readonly credits: bigint;
  /**
   * A failed payout is a row but not a debit: its money came back. Without a filter credits less
   * debits is what can be spent.
   */
  readonly debits: bigint;
}

/** What the whole filter comes to. */
export async function totalMovements(db: Db, tenant: Tenant, filter: WalletFilter) {
  const { rows } = await sql<WalletTotals>`${totalsOf(tenant, filter)}`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error("A sum without a group is always one row");
  return totals;
}

/** One row of `WalletTotals`, to stand in a statement: added up from the sums of months and days. */
export function totalsOf(tenant: Tenant, filter: WalletFilter): RawBuilder<WalletTotals> {
  const { type = "all" } = filter;
  const own = sql`person_id = ${tenant.id}`;
  return sql`
    select coalesce(sum(rows), 0)::bigint as count, coalesce(sum(credit), 0)::bigint as credits,
      coalesce(sum(debit), 0)::bigint as debits
    from (
      select open_count + success_count + failed_count + returned_count as rows, 0 as credit,
        open_paise + open_charges_paise + success_paise + success_charges_paise
          + returned_paise + returned_charges_paise as debit
      from ${sumsWithin("payout_sums", own, filter)} as payouts where ${type !== "credit"}
      union all
      select deposit_count + reversal_count, deposit_paise + reversal_paise, 0
      from ${sumsWithin("credit_sums", own, filter)} as credits where ${type !== "debit"}
    ) as sums
  `;
}
