import type { Db } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { findCoolingNow, type Cooling } from "../approval-policies/cooling.ts";
import { accountOf } from "../destination.ts";
import type { BatchPayout } from "./check-batch-row.ts";
import { destinationsOf, type SavedPayees } from "./find-saved-payees.ts";

/** The accounts of these rows that are in their first hours, by their key. */
export async function findCoolingAccounts(
  db: Db,
  tenant: Pick<Tenant, "tenantId">,
  saved: SavedPayees,
  payouts: readonly BatchPayout[],
): Promise<ReadonlyMap<string, Cooling>> {
  const destinations = payouts.flatMap((payout) => {
    const typed = destinationsOf(payout);
    if (typed.length > 0) return typed;
    return saved.byName(payout.beneficiary_name).map(({ destination }) => destination);
  });
  return findCoolingNow(db, tenant.tenantId, destinations.map(accountOf));
}
