import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { findPageRange, type History, type PageRequest } from "../../rollups/find-page-range.ts";
import { payoutColumns, type PayoutFilter, type PayoutRow } from "../queries.ts";
import { totalsOf, type PayoutTotals } from "./total-payouts.ts";
import { prepared } from "../../database/prepared-statements.ts";

const rollupStatusOf = {
  all: "all",
  success: "done",
  failed: "failed",
  cancelled: "cancelled",
  pending: "uncounted",
  processing: "uncounted",
  // No payout has these.
  waiting_for_funds: "uncounted",
  not_funded: "uncounted",
} as const satisfies Record<NonNullable<PayoutFilter["status"]>, History["status"]>;

const columns = sql.join(payoutColumns.map((column) => sql.ref(column)));

/**
 * A page of the filter, newest first, and the totals of the whole filter. One statement reads both,
 * so that they agree. It reads only the page's rows; the first row carries the totals.
 */
export async function pagePayouts(
  db: Db,
  tenant: Tenant,
  filter: PayoutFilter,
  page: PageRequest,
): Promise<{ rows: PayoutRow[]; totals: PayoutTotals }> {
  const { status = "all" } = filter;
  const history: History = {
    ...filter,
    of: "payouts",
    tenantId: tenant.tenantId,
    status: rollupStatusOf[status],
  };
  const { rows } = await sql<Joined>`
    ${prepared} with totals as (${totalsOf(tenant, filter)}),
    place as materialized (${findPageRange(history, page)}),
    ids as materialized (
      select ids_in_payouts(${tenant.tenantId}::uuid, ${status}, low, high, skipped, ${page.limit}::bigint)
        as list
      from place
    ),
    page as (select ${columns} from payouts where id = any ((select list from ids)::uuid[]))
    select summary.*, page.*
    from page full join (select totals.*, list[1] as first_id from totals, ids) as summary
      on page.id = summary.first_id
    order by created_at desc, page.id desc
  `.execute(db);
  const [totals] = rows;
  if (!totals || totals.count === null)
    throw new Error("Expected one row of totals, with or without payouts");
  return { rows: rows.filter((row) => row.id !== null), totals };
}

/** The payout's columns are null when the page is empty. */
type Joined = PayoutTotals & PayoutRow & { readonly id: string | null };
