import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Match } from "../../rollups/search/find-matches.ts";
import type { Kind } from "../../rollups/search/search-kinds.ts";
import { searchPage, type HistorySearch } from "../../rollups/search/search-page.ts";
import { matchesWaits, readWaits, type WaitRow } from "../funds-queue/select-waits.ts";
import { payoutColumns, type PayoutFilter, type PayoutRow } from "../queries.ts";
import { asPayout, isFundsFilter } from "./list-payouts.ts";

/** A page of the tenant's payouts that match, as `searchPage`, with those that wait for funds. */
export async function searchPayouts(
  tenant: Tenant,
  { status = "all", ...search }: HistorySearch & Pick<PayoutFilter, "status">,
) {
  const db = await replicaOrPrimary();
  const kinds: Kind[] =
    status === "not_funded"
      ? ["not_funded"]
      : isFundsFilter(status)
        ? ["wait"]
        : ["payout", "wait"];
  const { data, ...page } = await searchPage(db, tenant, search, {
    kinds,
    condition: sql<boolean>`
      case keys.kind
        when 'payout' then ${
          status === "all"
            ? sql`true`
            : sql`exists (select from payouts where payouts.id = keys.id and status = ${status})`
        }
        else exists (
          select from funds_queue where funds_queue.id = keys.id and ${matchesWaits(tenant, { status })}
        )
      end
    `,
    readRows: (matches) => readPayouts(db, tenant, matches),
  });
  return { data: data.map((row) => asPayout(tenant, row)), ...page };
}

/** The tenant's payouts of these matches, and those that wait for funds or were not funded. */
export async function readPayouts(
  db: Db,
  tenant: Tenant,
  of: readonly Match[],
): Promise<ReadonlyMap<string, PayoutRow | WaitRow>> {
  const waitIds = of.flatMap(({ kind, id }) => (kind === "payout" ? [] : [id]));
  const waits = await readWaits(db, tenant, waitIds);
  const payouts = await db
    .selectFrom("payouts")
    .select(payoutColumns)
    .where(
      "id",
      "in",
      of.map(({ id }) => id),
    )
    .where("tenant_id", "=", tenant.tenantId)
    .execute();
  // One that was funded meanwhile is a payout of the same id.
  return new Map([...waits, ...payouts].map((row) => [row.id, row]));
}
