import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Match } from "../../rollups/search/find-matches.ts";
import type { Kind } from "../../rollups/search/search-kinds.ts";
import { searchPage, type HistorySearch } from "../../rollups/search/search-page.ts";
import {
  selectDeposits,
  selectPayouts,
  selectReversals,
  type Movement,
  type WalletFilter,
} from "./queries.ts";
import { asWalletTransaction } from "./wallet-transaction.ts";

const kindsOf = {
  all: ["payout", "return", "credit"],
  debit: ["payout"],
  credit: ["return", "credit"],
} as const satisfies Record<NonNullable<WalletFilter["type"]>, readonly Kind[]>;

/** A page of the wallet's movements that match, as `searchPage`. Corrections have no words. */
export async function searchWalletHistory(
  tenant: Tenant,
  { type = "all", ...search }: HistorySearch & Pick<WalletFilter, "type">,
) {
  const db = await replicaOrPrimary();
  const { data, ...page } = await searchPage(db, tenant, search, {
    kinds: kindsOf[type],
    readRows: (matches) => readMovements(db, tenant, matches),
  });
  return { data: data.map((row) => asWalletTransaction(tenant, row)), ...page };
}

/** The movements by the id of their match: a return's row has another id in the wallet's history. */
async function readMovements(
  db: Db,
  tenant: Tenant,
  matches: readonly Match[],
): Promise<ReadonlyMap<string, Movement>> {
  const ids = (kind: Kind) =>
    sql`any(${matches.flatMap((match) => (match.kind === kind ? [match.id] : []))}::uuid[])`;
  const { rows } = await sql<Movement & { readonly match_id: string }>`
    select id as match_id, movements.* from (
      ${selectPayouts(sql`payouts.id = ${ids("payout")} and tenant_id = ${tenant.tenantId}`)}
    ) as movements
    union all
    select id, movements.* from (
      ${selectDeposits(sql`id = ${ids("credit")} and tenant_id = ${tenant.tenantId}`)}
    ) as movements
    union all
    select returned.id, movements.* from payout_reversals as returned cross join lateral (
      ${selectReversals(sql`payout_reversals.id = returned.id`)}
    ) as movements
    where returned.id = ${ids("return")} and returned.tenant_id = ${tenant.tenantId}
  `.execute(db);
  return new Map(rows.map(({ match_id, ...row }) => [match_id, row]));
}
