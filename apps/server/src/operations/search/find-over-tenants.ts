import type { FoundOverTenants } from "@rokad/contract/platform-search";
import type { Db } from "../../database/db.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { selectTenants } from "../../tenants/accounts/queries.ts";
import { limitSearches } from "../../tenants/search/limit-searches.ts";
import { findCredits, findDeposits } from "./find-money-in.ts";
import { findPayouts } from "./find-payouts.ts";
import { readSought } from "./read-sought.ts";

/** The rows of each kind. */
const rowsMax = 5;

/**
 * The newest rows of each kind that a whole UTR, reference or end of an account names, of all tenants,
 * and the tenants whose name or mobile number has the text. Account numbers are masked.
 * @throws 429 `TOO_MANY_REQUESTS`.
 */
export async function findOverTenants(person: SuperAdmin, text: string): Promise<FoundOverTenants> {
  limitSearches(person);
  const db = await replicaOrPrimary();
  const sought = readSought(text);
  const [payouts, deposits, credits, tenants] = await Promise.all([
    findPayouts(db, sought, rowsMax),
    findDeposits(db, sought, rowsMax),
    findCredits(db, sought, rowsMax),
    findTenants(db, text),
  ]);
  return { payouts, deposits, credits, tenants };
}

async function findTenants(db: Db, search: string) {
  const rows = await selectTenants(db, { search, page: 1, limit: rowsMax });
  return rows.map(({ id, name, mobile, is_active }) => ({ id, name, mobile, is_active }));
}
