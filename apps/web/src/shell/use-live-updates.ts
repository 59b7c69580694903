import { useEffect } from "react";
import { startLiveUpdates } from "../api/live-updates.ts";

/**
 * Keeps what is on the screen up to date while somebody is signed in: from before the page asks
 * its first questions, so that nothing changes unheard between an answer and the stream.
 */
export function useLiveUpdates(isSignedIn: boolean): void {
  useEffect(() => (isSignedIn ? startLiveUpdates() : undefined), [isSignedIn]);
}
