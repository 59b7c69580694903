import { useEffect, useState } from "react";
import { startLiveUpdates } from "../api/live-updates.ts";

/**
 * Keeps what is on the screen up to date while somebody is signed in. Called before the page asks
 * its first question, so that it is known which changes an answer can't have.
 */
export function useLiveUpdates(isSignedIn: boolean): void {
  const [since] = useState(Date.now);
  useEffect(() => (isSignedIn ? startLiveUpdates(since) : undefined), [isSignedIn, since]);
}
