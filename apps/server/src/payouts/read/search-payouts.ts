import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import type { Tenant } from "../../kernel/person.ts";
import { searchPage, type HistorySearch } from "../../rollups/search/search-page.ts";
import { payoutColumns, type PayoutFilter, type PayoutRow } from "../queries.ts";
import { asPayout } from "./list-payouts.ts";

/** A page of the tenant's payouts that match, as `searchPage`. */
export async function searchPayouts(
  tenant: Tenant,
  { status = "all", ...search }: HistorySearch & Pick<PayoutFilter, "status">,
) {
  const db = await replicaOrPrimary();
  const { data, ...page } = await searchPage(db, tenant, search, {
    kinds: ["payout"],
    ...(status !== "all" && {
      condition: sql<boolean>`
        exists (select from payouts where payouts.id = keys.id and status = ${status})
      `,
    }),
    readRows: (matches) => readPayouts(db, tenant, matches),
  });
  return { data: data.map((row) => asPayout(tenant, row)), ...page };
}

/** The tenant's payouts of these ids. */
export async function readPayouts(
  db: Db,
  tenant: Tenant,
  of: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, PayoutRow>> {
  const rows = await db
    .selectFrom("payouts")
    .select(payoutColumns)
    .where(
      "id",
      "in",
      of.map(({ id }) => id),
    )
    .where("tenant_id", "=", tenant.tenantId)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
