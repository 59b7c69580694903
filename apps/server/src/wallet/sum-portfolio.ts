import { monthsSoFar } from "../days.ts";
import { availableBefore } from "../ledger/statement.ts";
import { inr } from "../money.ts";
import type { Tenant } from "../sign-in/person.ts";
import { reading } from "../replica.ts";
import { sumMovements } from "./queries.ts";

/** What came into the wallet and went out of it this month, and by this time of the month before. */
export async function sumPortfolio(tenant: Tenant) {
  const db = await reading();
  const { start, previous } = monthsSoFar();
  const [current, before, balanceBefore] = await Promise.all([
    sumMovements(db, tenant, { start }),
    sumMovements(db, tenant, previous),
    availableBefore(db, tenant.id, previous.end),
  ]);
  return {
    total_credits: inr(current.credits),
    total_debits: inr(current.debits),
    previous: {
      main_balance: inr(balanceBefore),
      total_credits: inr(before.credits),
      total_debits: inr(before.debits),
    },
  };
}
