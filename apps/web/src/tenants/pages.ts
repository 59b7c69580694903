import type { Pagination } from "@rokad/contract/call";

/** The tenants' pagination in the shape of every other list. */
export function pagesOf(own: { page: number; limit: number; total: number }): Pagination {
  const pages = Math.ceil(own.total / own.limit);
  return {
    current_page: own.page,
    per_page: own.limit,
    total_records: own.total,
    total_pages: pages,
    has_prev: own.page > 1,
    has_next: own.page < pages,
  };
}
