import type { Beneficiary, PayoutDestination } from "@rokad/contract/beneficiaries";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
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
  const [found, lastPaidOf] = await Promise.all([
    selectDestinations(db, tenant, ids, { withEnded: false }),
    findLastPaid(db, ids),
  ]);
  const destinationsOf = await describeDestinations(db, tenant, found);
  return {
    data: rows.map((row) => asListed(row, destinationsOf(row.id), lastPaidOf(row.id))),
    next: next ? writeCursor(next) : null,
  };
}

/** @param destinations those that have not ended. */
export function asListed(
  row: Omit<ListedRow, "position">,
  destinations: readonly PayoutDestination[],
  lastPaid: Beneficiary["last_paid"],
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
    last_paid: lastPaid,
  };
}

/** What reached each of these last, by the index of its newest payouts. */
export async function findLastPaid(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; amount_paise: bigint; at: Date }>`
    select sought.id, last.amount_paise, last.at from unnest(${ids}::uuid[]) as sought (id)
    cross join lateral (
      select amount_paise, coalesce(finished_at, payouts.created_at) as at
      from beneficiary_payouts join payouts on payouts.id = payout_id
      where beneficiary_id = sought.id and status = 'success' and returned_paise < amount_paise
      order by beneficiary_payouts.created_at desc, payout_id desc limit 1
    ) as last
  `.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return (id: string): Beneficiary["last_paid"] => {
    const row = found.get(id);
    return row ? { amount: inr(row.amount_paise), at: row.at.toISOString() } : null;
  };
}
