import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import type { Tenant } from "../../kernel/person.ts";
import { searchPage, type HistorySearch } from "../../rollups/search/search-page.ts";
import { asDeposit, type DepositRow } from "./deposit.ts";
import { withAccount, type DepositFilter } from "./queries.ts";

/** A page of the tenant's deposit requests that match, as `searchPage`. */
export async function searchDeposits(
  tenant: Tenant,
  { status = "all", ...search }: HistorySearch & Pick<DepositFilter, "status">,
) {
  const db = await replicaOrPrimary();
  const { data, ...page } = await searchPage(db, tenant, search, {
    kinds: ["deposit"],
    ...(status !== "all" && {
      condition: sql<boolean>`
        exists (select from deposits where deposits.id = keys.id and status = ${status})
      `,
    }),
    readRows: (matches) => readDeposits(db, tenant, matches),
  });
  return { data: data.map(asDeposit), ...page };
}

/** The tenant's deposits of these ids, each with its bank account. */
export async function readDeposits(
  db: Db,
  tenant: Tenant,
  of: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, DepositRow>> {
  const rows = await withAccount(db.selectFrom("deposits"))
    .where(
      "deposits.id",
      "in",
      of.map(({ id }) => id),
    )
    .where("deposits.tenant_id", "=", tenant.tenantId)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
