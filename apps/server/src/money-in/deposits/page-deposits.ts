import { sql, type Expression } from "kysely";
import type { Db } from "../../database/db.ts";
import { findPageRange, type History, type PageRequest } from "../../rollups/find-page-range.ts";
import type { DepositFilter } from "./queries.ts";
import { selectTotals, withUtrMatches, type DepositTotals } from "./total-deposits.ts";
import { prepared } from "../../database/prepared-statements.ts";

interface PageQuery {
  /** One tenant, newest first; null for all tenants, oldest first, as the review queue needs. */
  readonly tenantId: string | null;
  readonly filter: DepositFilter & PageRequest;
}

/** Selects the rows of a page by the ids in `keys`. */
type SelectRows<Row> = Expression<Row>;

const rollupStatus = {
  all: "all",
  pending: "open",
  completed: "done",
  failed: "failed",
} as const satisfies Record<NonNullable<DepositFilter["status"]>, History["status"]>;

/** The ids of a page's deposits, inside the statement of `pageDeposits`. */
export const idsOfPage = sql<string>`(select id from keys)`;

/**
 * A page of deposits with the totals of each status. One statement, so that both come from one
 * snapshot.
 * @param selectRows selects the page's complete rows by `idsOfPage`
 */
export async function pageDeposits<Row extends { readonly id: string }>(
  db: Db,
  query: PageQuery,
  selectRows: SelectRows<Row>,
): Promise<{ rows: Row[]; totals: DepositTotals }> {
  const { tenantId, filter } = query;
  const direction = tenantId === null ? sql`asc` : sql`desc`;
  const { rows } = await sql<DepositTotals & Row & { readonly id: string | null }>`
    ${prepared} with ${withUtrMatches(tenantId, filter)},
    totals as (${selectTotals(tenantId, filter)}),
    place as materialized (${placeOf(query)}),
    keys as materialized (
      ${keysOf(query)} created_at ${direction}, id ${direction}
      limit ${filter.limit} offset (select skipped from place)
    ),
    page as (${selectRows})
    select totals.*, page.* from totals left join page on true
    order by page.created_at ${direction}, page.id ${direction}
  `.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error("The totals query returned no row");
  return { rows: rows.filter((row) => row.id !== null), totals };
}

function placeOf({ tenantId, filter }: PageQuery) {
  const { status = "all", utr, from, to } = filter;
  const history: History = {
    of: tenantId === null ? "deposit_queue" : "deposits",
    tenantId,
    status: utr ? "uncounted" : rollupStatus[status],
    from,
    to,
  };
  return findPageRange(history, filter);
}

/**
 * The page's ids with the start of their order; the caller adds time and id. Tenant and status are
 * ranges and part of the order, so only the index that begins with them can deliver it. With
 * equality the planner may choose another index and scan the rows of other tenants.
 */
function keysOf({ tenantId, filter: { status = "all", utr } }: PageQuery) {
  const [ofStatus, byStatus] =
    status === "all"
      ? [sql``, sql``]
      : [sql`and status >= ${status} and status <= ${status}`, sql`status,`];
  if (utr) return sql`select id from matches where true ${ofStatus} order by ${byStatus}`;
  const [own, byOwner] =
    tenantId === null
      ? [sql``, sql``]
      : [sql`and tenant_id >= ${tenantId} and tenant_id <= ${tenantId}`, sql`tenant_id,`];
  return sql`
    select id from deposits
    where created_at >= (select low from place) and created_at < (select high from place)
      ${own} ${ofStatus}
    order by ${byOwner} ${byStatus}
  `;
}
