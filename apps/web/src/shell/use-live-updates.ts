import { useEffect } from "react";

/** Late enough to leave the first paint and its questions alone. */
const afterMs = 500;

/** Keeps what is on the screen up to date while somebody is signed in. */
export function useLiveUpdates(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return undefined;
    let stop: (() => void) | undefined;
    let isGone = false;
    const start = async () => {
      try {
        const { startLiveUpdates } = await import("../api/live-updates.ts");
        if (!isGone) stop = startLiveUpdates();
      } catch {
        // The connection broke while it was fetched; polling goes on.
      }
    };
    const timer = setTimeout(() => {
      void start();
    }, afterMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [isSignedIn]);
}
