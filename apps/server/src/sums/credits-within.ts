import { sql } from "kysely";
import type { Tenant } from "../sign-in/person.ts";
import { addWithin, within, type Spans } from "./add-within.ts";

/**
 * What came into a tenant's wallet within each of some spans, as a table for a query: the span's
 * `name`, `count` and `paise` of credited deposits and of payouts that a bank returned together;
 * any number of lines for a span. Read as in `payoutsWithin`.
 */
export function creditsWithin(tenant: Tenant, spans: Spans) {
  return addWithin(spans, (piece, name) =>
    piece.grain === "row"
      ? sql`select ${name}, count(*) as count, coalesce(sum(paise), 0) as paise
          from (
            select amount_paise as paise from deposits
            where person_id = ${tenant.id} and status = 'completed' and ${within("reviewed_at", piece)}
            union all
            select amount_paise from payout_reversals
            where person_id = ${tenant.id} and ${within("created_at", piece)}
          ) as arrived`
      : sql`select ${name}, deposit_count + reversal_count as count,
            deposit_paise + reversal_paise as paise
          from credit_sums
          where person_id = ${tenant.id} and grain = ${sql.lit(piece.grain)}
            and ${within("starts_at", piece)}`,
  );
}
