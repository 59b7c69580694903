import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../database/db.ts";
import { adjustingMovements } from "../../ledger/adjusting-movements.ts";
import type { Tenant } from "../../kernel/person.ts";
import {
  findMergedPageRange,
  type History,
  type PageRequest,
} from "../../rollups/find-page-range.ts";
import {
  reversalId,
  selectAdjusting,
  selectDeposits,
  selectPayouts,
  selectReversals,
  type Movement,
  type WalletFilter,
} from "./queries.ts";
import { selectTotals, type WalletTotals } from "./total-movements.ts";
import { prepared } from "../../database/prepared-statements.ts";

/** The history whose rows a filter's type selects. */
export const sourcesOf = {
  all: "wallet",
  debit: "payouts",
  credit: "credits",
} as const satisfies Record<NonNullable<WalletFilter["type"]>, History["of"]>;

/**
 * A page of the history, newest first, with the whole filter's totals. One statement, so that both
 * come from one snapshot. The sources are merged by index keys, and only the page's rows are read.
 */
export async function pageMovements(
  db: Db,
  tenant: Tenant,
  filter: WalletFilter & PageRequest,
): Promise<{ rows: Movement[]; totals: WalletTotals }> {
  const history: History = {
    ...filter,
    of: sourcesOf[filter.type ?? "all"],
    tenantId: tenant.tenantId,
    status: "all",
  };
  const { rows } = await sql<WalletTotals & Movement & { readonly id: string | null }>`
    ${prepared} with totals as (${selectTotals(tenant, filter)}),
    place as materialized (
      ${findMergedPageRange(history, filter, adjustingKeys(tenant, history), sql`(select count from totals)`)}
    ),
    keys as materialized (
      select * from (${sql.join(keysOf(tenant, history, filter), sql` union all `)}) as merged
      order by at desc, id desc
      limit ${filter.limit} offset (select skipped from place)
    ),
    page as (select movements.* from keys cross join lateral (${movementOfKey(tenant)}) as movements)
    select totals.*, page.* from totals left join page on true
    order by at desc, page.id desc
  `.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error("The totals query returned no row");
  return { rows: rows.filter((row) => row.id !== null), totals };
}

/** The row that `keys` names by its kind and `row_id`. */
export function movementOfKey(tenant: Tenant): RawBuilder<unknown> {
  return sql`
    ${selectPayouts(sql`keys.kind = 'payout' and payouts.id = keys.row_id`)}
    union all
    ${selectDeposits(sql`keys.kind = 'deposit' and deposits.id = keys.row_id`)}
    union all
    ${selectReversals(sql`keys.kind = 'reversal' and payout_reversals.id = keys.row_id`)}
    union all
    ${selectAdjusting(tenant.tenantId, sql`keys.kind = 'adjusting' and moved.id = keys.row_id`)}
  `;
}

/** The newest keys of each source, as many as the page's end may need. */
function keysOf(tenant: Tenant, history: History, { limit }: PageRequest): RawBuilder<unknown>[] {
  const { of } = history;
  // The tenant is a range and part of the order, so only the index that begins with it fits.
  const newest = sql`order by tenant_id, at desc, id desc limit (select skipped from place) + ${limit}`;
  const keys = (
    id: RawBuilder<unknown>,
    kind: string,
    row: string,
    at: string,
    from: string,
  ) => sql`
    (
      select ${id} as id, ${sql.lit(kind)} as kind, ${sql.ref(row)} as row_id, ${sql.ref(at)} as at
      from ${sql.table(from)}
      where tenant_id >= ${tenant.tenantId} and tenant_id <= ${tenant.tenantId}
        ${kind === "deposit" ? sql`and status = 'completed'` : sql``}
        and ${sql.ref(at)} >= (select low from place)
        and ${sql.ref(at)} < (select high from place)
      ${newest}
    )
  `;
  const debits = keys(sql`id`, "payout", "id", "created_at", "payouts");
  const credits = [
    keys(sql`id`, "deposit", "id", "reviewed_at", "deposits"),
    keys(reversalId, "reversal", "id", "created_at", "payout_reversals"),
  ];
  const adjusting = sql`
    (
      select id, 'adjusting', id, at from (${adjustingKeys(tenant, history)}) as adjusting
      where at >= (select low from place) and at < (select high from place)
    )
  `;
  if (of === "payouts") return [debits, adjusting];
  return of === "credits" ? [...credits, adjusting] : [debits, ...credits, adjusting];
}

/** The corrections among the rows of a history. They are few, so no rollup counts them. */
export function adjustingKeys(
  { tenantId: id }: Tenant,
  { of }: Pick<History, "of">,
): RawBuilder<unknown> {
  const which = { payouts: sql`paise < 0`, credits: sql`paise > 0`, wallet: sql`true` };
  return sql`
    select id, at from (${adjustingMovements(id)}) as moved
    where ${which[of as keyof typeof which]}
  `;
}
