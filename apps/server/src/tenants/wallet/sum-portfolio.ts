import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { monthsToDate } from "../../kernel/days.ts";
import { availableBefore } from "../../ledger/statement.ts";
import { inr } from "../../kernel/money.ts";
import { adjustingMovements } from "../../ledger/adjusting-movements.ts";
import type { Tenant } from "../../kernel/person.ts";
import { inRange, type TimeRanges } from "../../rollups/select-range-parts.ts";
import { selectCreditRollups } from "../../rollups/select-credit-rollups.ts";
import { selectPayoutRollups } from "../../rollups/select-payout-rollups.ts";

/** Credits and debits of this month, and of last month up to the same time. */
export async function sumPortfolio(tenant: Tenant) {
  const { start, previous } = monthsToDate();
  const db = await replicaOrPrimary();
  const [flows, balanceBefore] = await Promise.all([
    flowsOf(db, tenant, { current: { start }, before: previous }),
    availableBefore(db, tenant.tenantId, previous.end),
  ]);
  const { credits, debits } = flows("current");
  const before = flows("before");
  return {
    total_credits: inr(credits),
    total_debits: inr(debits),
    previous: {
      main_balance: inr(balanceBefore),
      total_credits: inr(before.credits),
      total_debits: inr(before.debits),
    },
  };
}

/**
 * Counts like the wallet history: a failed or cancelled payout is not a debit; a payout that was
 * paid and then returned, also in part, is a debit and a credit.
 */
async function flowsOf(db: Db, tenant: Tenant, spans: TimeRanges) {
  const adjusting = Object.entries(spans).map(
    ([name, span]) => sql`
      select ${sql.lit(name)}, greatest(paise, 0), greatest(-paise, 0)
      from (${adjustingMovements(tenant.tenantId)}) as adjusting where ${inRange("at", span)}
    `,
  );
  const { rows } = await sql<{ name: string; credits: bigint; debits: bigint }>`
    select name, sum(credits)::bigint as credits, sum(debits)::bigint as debits
    from (
      select name, 0 as credits, open_paise + open_charges_paise + success_paise
        + success_charges_paise + returned_paise + returned_charges_paise + back_paise
        + back_charges_paise as debits
      from ${selectPayoutRollups(tenant, spans)} as payouts
      union all
      select name, paise, 0 from ${selectCreditRollups(tenant, spans)} as credits
      union all
      ${sql.join(adjusting, sql` union all `)}
    ) as moved
    group by name
  `.execute(db);
  return (name: string) => rows.find((row) => row.name === name) ?? { credits: 0n, debits: 0n };
}
