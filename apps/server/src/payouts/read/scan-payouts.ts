import type { PayoutStatus } from "@rokad/contract/payouts";
import { sql } from "kysely";
import { microsecondsOf, timeOf } from "../../database/cursor-time.ts";
import type { Db } from "../../database/db.ts";
import { readPosition, writePosition, type Position } from "../../kernel/list-cursor.ts";
import type { Tenant } from "../../kernel/person.ts";
import { utrKey, utrSpellings } from "../../kernel/utr-key.ts";
import { findMatches, type Match } from "../../rollups/search/find-matches.ts";
import { searchOfUtr } from "../../rollups/search/read-search.ts";
import { payoutColumns, type PayoutRow } from "../queries.ts";
import { asPayout } from "./list-payouts.ts";
import { scanChangedPayouts } from "./scan-changed-payouts.ts";

interface Scan {
  readonly status?: PayoutStatus | undefined;
  readonly updated_since?: string | undefined;
  readonly utr?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** A page of the tenant's payouts after a cursor. Its cost does not depend on their number. */
export function scanPayouts(db: Db, tenant: Tenant, { updated_since: since, utr, ...scan }: Scan) {
  if (since !== undefined) return scanChangedPayouts(db, tenant, new Date(since), scan);
  return utr === undefined ? scanNewest(db, tenant, scan) : scanByUtr(db, tenant, utr, scan);
}

type Page = Pick<Scan, "status" | "after" | "limit">;

/** Newest first. */
async function scanNewest(db: Db, tenant: Tenant, { status, after, limit }: Page) {
  const cursorOf = ["payouts", tenant.tenantId, status];
  // One more says whether there is a next page.
  const keys = selectKeys(tenant, status, readPosition(cursorOf, after), limit + 1);
  const columns = sql.join(payoutColumns.map((column) => sql.ref(`payouts.${column}`)));
  const { rows } = await sql<PayoutRow & { readonly time: string }>`
    with keys as materialized (${keys})
    select ${columns}, ${microsecondsOf(sql`keys.created_at`)} as time
    from keys join payouts on payouts.id = keys.id
    order by keys.created_at desc, keys.id desc
  `.execute(db);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map((row) => asPayout(tenant, row)),
    next: last && rows.length > limit ? writePosition(cursorOf, last) : null,
  };
}

/** No index of the payouts has their status; the tables beside them do (decision 82). */
function selectKeys(
  { tenantId }: Tenant,
  status: PayoutStatus | undefined,
  place: Position | undefined,
  limit: number,
) {
  const isOpen = status === "pending" || status === "processing";
  const table = status === undefined ? "payouts" : isOpen ? "payout_queue" : "finished_payouts";
  const id = sql.ref(status === undefined ? "id" : "payout_id");
  const ofStatus = status === undefined ? sql`` : sql`and status = ${status}`;
  const below = place
    ? sql`and (created_at, ${id}) < (${timeOf(place)}, ${place.id}::uuid)`
    : sql``;
  return sql`
    select ${id} as id, created_at from ${sql.table(table)}
    where tenant_id = ${tenantId} ${ofStatus} ${below}
    order by created_at desc, ${id} desc limit ${limit}
  `;
}

/** Those whose UTR has the key of this one, newest first: usually one. */
async function scanByUtr(db: Db, tenant: Tenant, utr: string, { status, after, limit }: Page) {
  const cursorOf = ["payouts by UTR", tenant.tenantId, status, utrKey(utr)];
  const place = readPosition(cursorOf, after);
  const spellings = utrSpellings(utr);
  const { matches, next } = await findMatches(db, {
    tenantId: tenant.tenantId,
    kinds: ["payout"],
    search: searchOfUtr(spellings),
    // A word of the remarks can be a UTR too.
    condition: sql<boolean>`exists (
      select from payouts where payouts.id = keys.id and utr_number = any(${spellings}::text[])
        and (${status ?? null}::text is null or status = ${status ?? null})
    )`,
    order: "newest",
    after: place && { ...place, term: "" },
    limit,
  });
  return {
    data: await readMatches(db, tenant, matches),
    next: next && writePosition(cursorOf, next),
  };
}

async function readMatches(db: Db, tenant: Tenant, matches: readonly Match[]) {
  if (matches.length === 0) return [];
  const rows = await db
    .selectFrom("payouts")
    .select(payoutColumns)
    .where("tenant_id", "=", tenant.tenantId)
    .where(
      "id",
      "in",
      matches.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return matches.flatMap(({ id }) => {
    const row = byId.get(id);
    return row ? [asPayout(tenant, row)] : [];
  });
}
