import { endOfDay, startOfDay } from "../../kernel/days.ts";
import type { Db } from "../../database/db.ts";
import { findEntryRange } from "../../ledger/statement.ts";
import type { Tenant } from "../../kernel/person.ts";

/** Days in Asia/Kolkata, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The tenant's ledger entries of a period. */
export function entriesOf(db: Db, tenant: Tenant, { from, to }: Period) {
  return findEntryRange(db, tenant.tenantId, startOfDay(from), endOfDay(to));
}
