import type { Pagination } from "@rokad/contract/call";

/** The API's pagination object for a list of `total` rows. */
export function pageOf(query: { page: number; limit: number }, total: bigint): Pagination {
  const pages = Math.ceil(Number(total) / query.limit);
  return {
    current_page: query.page,
    per_page: query.limit,
    total_records: Number(total),
    total_pages: pages,
    has_prev: query.page > 1,
    has_next: query.page < pages,
  };
}
