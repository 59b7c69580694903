import type { Beneficiary, BeneficiaryWay } from "@rokad/contract/beneficiaries";
import type { Tenant } from "../../kernel/person.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { asWay, selectWays } from "./beneficiary-ways.ts";
import { readCursor, writeCursor } from "./page-cursor.ts";
import {
  selectByName,
  selectByTerm,
  selectByWay,
  type BeneficiaryFilter,
  type ListedRow,
} from "./search-queries.ts";
import { readSearch } from "./search-terms.ts";

interface Page {
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * A page of the tenant's beneficiaries by name, or of those that a search finds. Each page continues
 * after the last row of the one before, so that deep pages cost what the first one does.
 * @throws 400 for a cursor of no page.
 */
export async function listBeneficiaries(
  tenant: Tenant,
  { search: text, ...filter }: BeneficiaryFilter & { search?: string | undefined },
  page: Page,
) {
  const db = await replicaOrPrimary();
  const search = readSearch(text);
  const request = { filter, after: readCursor(page.after), limit: page.limit + 1 };
  const found =
    search === undefined
      ? await selectByName(db, tenant, request)
      : search.by === "name"
        ? await selectByTerm(db, tenant, search.prefix, request)
        : await selectByWay(db, tenant, search, request);
  const rows = found.slice(0, page.limit);
  const ways = Map.groupBy(
    await selectWays(
      db,
      tenant,
      rows.map(({ id }) => id),
      { withEnded: false },
    ),
    (way) => way.beneficiary_id,
  );
  const last = rows.at(-1);
  const hasMore = found.length > page.limit && last !== undefined && last.position !== null;
  return {
    data: rows.map((row) =>
      asListed(
        row,
        (ways.get(row.id) ?? []).map((way) => asWay(tenant, way)),
      ),
    ),
    next: hasMore ? writeCursor({ position: last.position ?? "", id: last.id }) : null,
  };
}

/** @param ways those that have not ended. */
export function asListed(
  row: Omit<ListedRow, "position">,
  ways: readonly BeneficiaryWay[],
): Beneficiary {
  return {
    id: row.id,
    name: row.name,
    short_name: row.short_name,
    kind: row.kind,
    tags: row.tags,
    archived_at: row.archived_at?.toISOString() ?? null,
    default_way: ways.find((way) => way.is_default) ?? null,
    ways_count: ways.length,
  };
}
