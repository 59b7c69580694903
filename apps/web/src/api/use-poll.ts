import { useEffect, useRef } from "react";

/**
 * Does something again and again while the page is looked at: for rows that are under way. Null
 * stops it. SWR's own interval can't be used where a list is de-duplicated for longer than that.
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
