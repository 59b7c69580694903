import { sql, type Expression } from "kysely";
import type { Db } from "../db.ts";
import { placeOfPage, type History, type Paged } from "../sums/locate-page.ts";
import type { DepositFilter } from "./queries.ts";
import { totalsOf, withFound, type DepositTotals } from "./total-deposits.ts";
import { keptPlan } from "../kept-plans.ts";

interface Wanted {
  /** Newest first; null for all tenants, oldest first: who asked first is answered first. */
  readonly personId: string | null;
  readonly filter: DepositFilter & Paged;
}

/** What a page reads of each of its deposits, whose ids `keys` has. */
type Reading<Row> = Expression<Row>;

const countedAs = {
  all: "all",
  pending: "open",
  completed: "done",
  failed: "failed",
} as const satisfies Record<NonNullable<DepositFilter["status"]>, History["status"]>;

/** The ids of a page's deposits, in the statement of `pageDeposits`. */
export const idsOfPage = sql<string>`(select id from keys)`;

/**
 * A page of deposits with the totals of each status: one statement, so that both are of the same
 * moment.
 * @param reading selects the page's deposits whole, by `idsOfPage`
 */
export async function pageDeposits<Row extends { readonly id: string }>(
  db: Db,
  wanted: Wanted,
  reading: Reading<Row>,
): Promise<{ rows: Row[]; totals: DepositTotals }> {
  const { personId, filter } = wanted;
  const direction = personId === null ? sql`asc` : sql`desc`;
  const { rows } = await sql<DepositTotals & Row & { readonly id: string | null }>`
    ${keptPlan} with ${withFound(personId, filter)},
    totals as (${totalsOf(personId, filter)}),
    place as materialized (${placeOf(wanted)}),
    keys as materialized (
      ${keysOf(wanted)} created_at ${direction}, id ${direction}
      limit ${filter.limit} offset (select skipped from place)
    ),
    page as (${reading})
    select totals.*, page.* from totals left join page on true
    order by page.created_at ${direction}, page.id ${direction}
  `.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error("Totals are one row, with or without deposits");
  return { rows: rows.filter((row) => row.id !== null), totals };
}

function placeOf({ personId, filter }: Wanted) {
  const { status = "all", utr, from, to } = filter;
  const history: History = {
    of: personId === null ? "deposit_queue" : "deposits",
    personId,
    status: utr ? "uncounted" : countedAs[status],
    from,
    to,
  };
  return placeOfPage(history, filter);
}

/**
 * Up to the order, which ends with the time and the id. Tenant and status are ranges that are part
 * of the order: only the index that begins with them has it, whatever the planner believes of how
 * rare they are. Others would walk the rows of other tenants and statuses in search of these.
 */
function keysOf({ personId, filter: { status = "all", utr } }: Wanted) {
  const [ofStatus, byStatus] =
    status === "all"
      ? [sql``, sql``]
      : [sql`and status >= ${status} and status <= ${status}`, sql`status,`];
  if (utr) return sql`select id from found where true ${ofStatus} order by ${byStatus}`;
  const [own, byOwner] =
    personId === null
      ? [sql``, sql``]
      : [sql`and person_id >= ${personId} and person_id <= ${personId}`, sql`person_id,`];
  return sql`
    select id from deposits
    where created_at >= (select low from place) and created_at < (select high from place)
      ${own} ${ofStatus}
    order by ${byOwner} ${byStatus}
  `;
}
