import { sql } from "kysely";
import type { Db } from "../db.ts";
import { reading } from "../replica.ts";
import { monthsSoFar } from "../days.ts";
import { availableBefore } from "../ledger/statement.ts";
import { inr } from "../money.ts";
import type { Tenant } from "../sign-in/person.ts";
import type { Spans } from "../sums/add-within.ts";
import { creditsWithin } from "../sums/credits-within.ts";
import { payoutsWithin } from "../sums/payouts-within.ts";

/** What came into the wallet and went out of it this month, and by this time of the month before. */
export async function sumPortfolio(tenant: Tenant) {
  const { start, previous } = monthsSoFar();
  const db = await reading();
  const [flows, balanceBefore] = await Promise.all([
    flowsOf(db, tenant, { current: { start }, before: previous }),
    availableBefore(db, tenant.id, previous.end),
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
 * As the wallet's history counts: a payout that failed is no debit, its money came back; one that
 * was paid and then returned is a debit, and its return a credit.
 */
async function flowsOf(db: Db, tenant: Tenant, spans: Spans) {
  const { rows } = await sql<{ name: string; credits: bigint; debits: bigint }>`
    select name, sum(credits)::bigint as credits, sum(debits)::bigint as debits
    from (
      select name, 0 as credits, open_paise + open_charges_paise + success_paise
        + success_charges_paise + returned_paise + returned_charges_paise as debits
      from ${payoutsWithin(tenant, spans)} as payouts
      union all
      select name, paise, 0 from ${creditsWithin(tenant, spans)} as credits
    ) as moved
    group by name
  `.execute(db);
  return (name: string) => rows.find((row) => row.name === name) ?? { credits: 0n, debits: 0n };
}
