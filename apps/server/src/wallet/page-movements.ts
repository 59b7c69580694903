import { sql, type RawBuilder } from "kysely";
import type { Db } from "../db.ts";
import type { Tenant } from "../sign-in/person.ts";
import { placeOfPage, type History, type Paged } from "../sums/locate-page.ts";
import {
  reversalId,
  selectDeposits,
  selectPayouts,
  selectReversals,
  type Movement,
  type WalletFilter,
} from "./queries.ts";
import { totalsOf, type WalletTotals } from "./total-movements.ts";
import { keptPlan } from "../kept-plans.ts";

const sourcesOf = {
  all: "wallet",
  debit: "payouts",
  credit: "credits",
} as const satisfies Record<NonNullable<WalletFilter["type"]>, History["of"]>;

/**
 * A page of the history, newest first, with the whole filter's totals: one statement, so that both
 * are of the same moment. The sources are merged by what their indexes have, and only the rows of
 * the page are then read whole.
 */
export async function pageMovements(
  db: Db,
  tenant: Tenant,
  filter: WalletFilter & Paged,
): Promise<{ rows: Movement[]; totals: WalletTotals }> {
  const history: History = {
    ...filter,
    of: sourcesOf[filter.type ?? "all"],
    personId: tenant.id,
    status: "all",
  };
  const { rows } = await sql<WalletTotals & Movement & { readonly id: string | null }>`
    ${keptPlan} with totals as (${totalsOf(tenant, filter)}),
    place as materialized (${placeOfPage(history, filter)}),
    keys as materialized (
      select * from (${sql.join(keysOf(tenant, history, filter), sql` union all `)}) as merged
      order by at desc, id desc
      limit ${filter.limit} offset (select skipped from place)
    ),
    page as (
      select movements.* from keys cross join lateral (
        ${selectPayouts(sql`kind = 'payout' and payouts.id = keys.row_id`)}
        union all
        ${selectDeposits(sql`kind = 'deposit' and deposits.id = keys.row_id`)}
        union all
        ${selectReversals(sql`kind = 'reversal' and payout_reversals.payout_id = keys.row_id`)}
      ) as movements
    )
    select totals.*, page.* from totals left join page on true
    order by at desc, page.id desc
  `.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error("Totals are one row, with or without movements");
  return { rows: rows.filter((row) => row.id !== null), totals };
}

/** Of each source the page's place in its own order: none can give more than all before the page's end. */
function keysOf(tenant: Tenant, { of }: History, { limit }: Paged): RawBuilder<unknown>[] {
  // The tenant is a range that is part of the order: only the index that begins with it has that.
  const newest = sql`order by person_id, at desc, id desc limit (select skipped from place) + ${limit}`;
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
      where person_id >= ${tenant.id} and person_id <= ${tenant.id}
        ${kind === "deposit" ? sql`and status = 'completed'` : sql``}
        and ${sql.ref(at)} >= (select low from place)
        and ${sql.ref(at)} < (select high from place)
      ${newest}
    )
  `;
  const debits = keys(sql`id`, "payout", "id", "created_at", "payouts");
  const credits = [
    keys(sql`id`, "deposit", "id", "reviewed_at", "deposits"),
    keys(reversalId, "reversal", "payout_id", "created_at", "payout_reversals"),
  ];
  if (of === "payouts") return [debits];
  return of === "credits" ? credits : [debits, ...credits];
}
