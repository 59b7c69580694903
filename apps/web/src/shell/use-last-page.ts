import type { Pagination } from "@rokad/contract/call";
import { useEffect, useRef } from "react";

/**
 * Leads from a page beyond the last (an old link, or rows that a filter has taken away) to the
 * last one.
 * @returns true while it does, so that nobody is told that there is nothing.
 */
export function useLastPage(
  pagination: Pagination | undefined,
  turnTo: (page: number, how: { replace: boolean }) => void,
): boolean {
  const last = Math.max(pagination?.total_pages ?? 1, 1);
  const isBeyond = pagination !== undefined && pagination.current_page > last;
  const latest = useRef(turnTo);
  useEffect(() => {
    latest.current = turnTo;
  });
  useEffect(() => {
    if (isBeyond) latest.current(last, { replace: true });
  }, [isBeyond, last]);
  return isBeyond;
}
