import type { Db } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Cursor } from "./page-cursor.ts";
import {
  selectByName,
  selectByTerm,
  selectByDestination,
  type BeneficiaryFilter,
  type ListedRow,
} from "./search-queries.ts";
import { readSearch } from "./search-terms.ts";

export type SearchedFilter = BeneficiaryFilter & { readonly search?: string | undefined };

/**
 * A page of the tenant's beneficiaries by name, or of those that a search finds. Each page continues
 * after the last row of the one before, so that deep pages cost what the first one does.
 * @returns the rows, and where the next page continues.
 */
export async function findPage(
  db: Db,
  tenant: Tenant,
  { search: text, ...filter }: SearchedFilter,
  { after, limit }: { readonly after: Cursor | undefined; readonly limit: number },
): Promise<{ rows: ListedRow[]; next: Cursor | undefined }> {
  const search = readSearch(text);
  const request = { filter, after, limit: limit + 1 };
  const found =
    search === undefined
      ? await selectByName(db, tenant, request)
      : search.by === "name"
        ? await selectByTerm(db, tenant, search.prefix, request)
        : await selectByDestination(db, tenant, search, request);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length <= limit || !last) return { rows, next: undefined };
  return { rows, next: { position: last.position, id: last.id } };
}
