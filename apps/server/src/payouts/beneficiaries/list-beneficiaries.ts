import type { Beneficiary, PayoutDestination } from "@rokad/contract/beneficiaries";
import type { Tenant } from "../../kernel/person.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { describeDestinations, selectDestinations } from "./payout-destinations.ts";
import { findPage, type SearchedFilter } from "./find-page.ts";
import { readCursor, writeCursor } from "./page-cursor.ts";
import type { ListedRow } from "./search-queries.ts";

interface Page {
  readonly after?: string | undefined;
  readonly limit: number;
}

/** A page of the tenant's beneficiaries, as `findPage`. @throws 400 for a cursor of no page. */
export async function listBeneficiaries(tenant: Tenant, filter: SearchedFilter, page: Page) {
  const db = await replicaOrPrimary();
  const after = readCursor(page.after);
  const { rows, next } = await findPage(db, tenant, filter, { after, limit: page.limit });
  const ids = rows.map(({ id }) => id);
  const found = await selectDestinations(db, tenant, ids, { withEnded: false });
  const destinationsOf = await describeDestinations(db, tenant, found);
  return {
    data: rows.map((row) => asListed(row, destinationsOf(row.id))),
    next: next ? writeCursor(next) : null,
  };
}

/** @param destinations those that have not ended. */
export function asListed(
  row: Omit<ListedRow, "position">,
  destinations: readonly PayoutDestination[],
): Beneficiary {
  return {
    id: row.id,
    name: row.name,
    short_name: row.short_name,
    kind: row.kind,
    tags: row.tags,
    archived_at: row.archived_at?.toISOString() ?? null,
    default_destination: destinations.find((destination) => destination.is_default) ?? null,
    destinations_count: destinations.length,
  };
}
