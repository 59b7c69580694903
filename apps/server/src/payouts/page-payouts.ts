import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Tenant } from "../sign-in/person.ts";
import { placeOfPage, type History, type Paged } from "../sums/locate-page.ts";
import { payoutColumns, type PayoutFilter, type PayoutRow } from "./queries.ts";
import { totalsOf, type PayoutTotals } from "./total-payouts.ts";
import { keptPlan } from "../kept-plans.ts";

const countedAs = {
  all: "all",
  success: "done",
  failed: "failed",
  pending: "uncounted",
  processing: "uncounted",
} as const satisfies Record<NonNullable<PayoutFilter["status"]>, History["status"]>;

const columns = sql.join(payoutColumns.map((column) => sql.ref(column)));

/**
 * A page of the filter, newest first, with the whole filter's totals: one statement, so that both
 * are of the same moment. What is skipped is skipped in the index; only the page's rows are read.
 */
export async function pagePayouts(
  db: Db,
  tenant: Tenant,
  filter: PayoutFilter,
  page: Paged,
): Promise<{ rows: PayoutRow[]; totals: PayoutTotals }> {
  const { status = "all" } = filter;
  const history: History = {
    ...filter,
    of: "payouts",
    personId: tenant.id,
    status: countedAs[status],
  };
  // As a range it is part of the order: only the index by status has it, whatever the planner
  // believes of how rare the status is.
  const [ofStatus, byStatus] =
    status === "all"
      ? [sql``, sql``]
      : [sql`and status >= ${status} and status <= ${status}`, sql`status,`];
  const { rows } = await sql<Joined>`
    ${keptPlan} with totals as (${totalsOf(tenant, filter)}),
    place as materialized (${placeOfPage(history, page)}),
    page as (
      select ${columns} from payouts where id = any (array(
        select id from payouts
        where person_id = ${tenant.id} ${ofStatus}
          and created_at >= (select low from place)
          and created_at < (select high from place)
        order by ${byStatus} created_at desc, id desc
        limit ${page.limit} offset (select skipped from place)
      ))
    )
    select totals.*, page.* from totals left join page on true
    order by created_at desc, page.id desc
  `.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error("Totals are one row, with or without payouts");
  return { rows: rows.filter((row) => row.id !== null), totals };
}

/** Without a payout on the page, its columns are null. */
type Joined = PayoutTotals & PayoutRow & { readonly id: string | null };
