import { useEffect, useRef } from "react";
import { startFallbackPoll } from "./fallback-poll.ts";
import { isLive } from "./live-updates.ts";

interface FallbackPoll {
  /** Null while nothing on the page can change. */
  firstSeconds: number | null;
  /** The answer on the page: a new one starts again at the first pause. */
  answer: unknown;
}

/** Repeats `work` while the page is visible and live updates are not connected, with back-off. */
export function useFallbackPoll(work: () => void, { firstSeconds, answer }: FallbackPoll): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    if (firstSeconds === null || answer === undefined) return undefined;
    return startFallbackPoll({
      work: () => latest.current(),
      firstSeconds,
      isNeeded: () => !isLive() && document.visibilityState === "visible",
    });
  }, [firstSeconds, answer]);
}
