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
 * are of the same moment. Only the page's own rows are read, and the totals come with the first.
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
  const { rows } = await sql<Joined>`
    ${keptPlan} with totals as (${totalsOf(tenant, filter)}),
    place as materialized (${placeOfPage(history, page)}),
    ids as materialized (
      select ids_in_payouts(${tenant.id}::uuid, ${status}, low, high, skipped, ${page.limit}::bigint)
        as list
      from place
    ),
    page as (select ${columns} from payouts where id = any ((select list from ids)::uuid[]))
    select told.*, page.*
    from page full join (select totals.*, list[1] as first_id from totals, ids) as told
      on page.id = told.first_id
    order by created_at desc, page.id desc
  `.execute(db);
  const [totals] = rows;
  if (!totals || totals.count === null)
    throw new Error("Totals are one row, with or without payouts");
  return { rows: rows.filter((row) => row.id !== null), totals };
}

/** Without a payout on the page, its columns are null. */
type Joined = PayoutTotals & PayoutRow & { readonly id: string | null };
