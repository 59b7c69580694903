import type { Pagination } from "@rokad/contract/call";
import { useEffect, useRef } from "react";

/**
 * Redirects from a page beyond the last one to the last page: after an old link or a narrower filter.
 * @returns true during the redirect, so that no empty state shows.
 */
export function useLastPage(
  pagination: Pagination | undefined,
  goToPage: (page: number, how: { replace: boolean }) => void,
): boolean {
  const last = Math.max(pagination?.total_pages ?? 1, 1);
  const isBeyond = pagination !== undefined && pagination.current_page > last;
  const latest = useRef(goToPage);
  useEffect(() => {
    latest.current = goToPage;
  });
  useEffect(() => {
    if (isBeyond) latest.current(last, { replace: true });
  }, [isBeyond, last]);
  return isBeyond;
}
