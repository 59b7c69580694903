import { useEffect } from "react";
import { startLiveUpdates } from "../api/live-updates.ts";

/** Late enough to leave the first paint and its questions alone. */
const afterMs = 500;

/** Keeps what is on the screen up to date while somebody is signed in. */
export function useLiveUpdates(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return undefined;
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => {
      stop = startLiveUpdates();
    }, afterMs);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [isSignedIn]);
}
