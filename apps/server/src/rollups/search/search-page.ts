import type { SearchOrder } from "@rokad/contract/search-orders";
import type { Db } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { findMatches, type Match, type Query } from "./find-matches.ts";
import { readCursor, writeCursor } from "./search-cursor.ts";
import { readSearch } from "./read-search.ts";

/** A search of a history, as its call takes it. */
export interface HistorySearch {
  readonly search?: string | undefined;
  readonly sort: SearchOrder;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * A page of a history's matches.
 * @param readRows reads the rows of the matches, in any order.
 * @throws 400 for a cursor of no page.
 */
export async function searchPage<Row>(
  db: Db,
  tenant: Tenant,
  { search = "", sort, after, ...page }: HistorySearch,
  history: Pick<Query, "kinds" | "condition"> & {
    readonly readRows: (matches: readonly Match[]) => Promise<ReadonlyMap<string, Row>>;
  },
) {
  const isByAmount = sort === "largest" || sort === "smallest";
  const { readRows, ...rest } = history;
  const { matches, next, isTooWide } = await findMatches(db, {
    ...page,
    ...rest,
    tenantId: tenant.tenantId,
    search: readSearch(search),
    order: sort,
    after: readCursor(after, { isByAmount }),
  });
  const rows = matches.length > 0 ? await readRows(matches) : new Map<string, Row>();
  return {
    // A row that its match no longer has was changed in between.
    data: matches.flatMap(({ id }) => rows.get(id) ?? []),
    next: next && writeCursor(next),
    is_too_wide: isTooWide,
  };
}
