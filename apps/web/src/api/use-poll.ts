import { useEffect, useRef } from "react";

/**
 * Repeats `work` while the page is visible: for rows in progress. Null stops it. SWR's own interval
 * does not work for a list whose deduplication time is longer.
 */
export function usePoll(work: () => void, everySeconds: number | null): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    if (everySeconds === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") latest.current();
    }, everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
}
