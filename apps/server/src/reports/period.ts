import { endOfDay, startOfDay } from "../days.ts";
import type { Db } from "../db.ts";
import { stretchOf } from "../ledger/statement.ts";
import type { Tenant } from "../sign-in/person.ts";

/** Days in Asia/Kolkata, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The tenant's ledger entries of a period. */
export function entriesOf(db: Db, tenant: Tenant, { from, to }: Period) {
  return stretchOf(db, tenant.id, startOfDay(from), endOfDay(to));
}
