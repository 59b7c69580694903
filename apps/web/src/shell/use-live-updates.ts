import { useEffect, useState } from "react";
import { startLiveUpdates } from "../api/live-updates.ts";

/**
 * Keeps the screen up to date while a user is signed in. It records the time before the page's first
 * request, so that later changes are known to be missing from its answers.
 */
export function useLiveUpdates(isSignedIn: boolean): void {
  const [since] = useState(Date.now);
  useEffect(() => (isSignedIn ? startLiveUpdates(since) : undefined), [isSignedIn, since]);
}
