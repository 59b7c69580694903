import { useCallback, useEffect, useState } from "react";

/**
 * Seconds left and a way to start again. It counts to a moment rather than ticks, so a phone that
 * slept meanwhile wakes to the right number.
 */
export function useCountdown(
  startSeconds: number,
): [secondsLeft: number, restart: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(() => Date.now() + startSeconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));

  const over = secondsLeft === 0;

  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [over]);

  const restart = useCallback((seconds: number) => {
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * 1000);
  }, []);

  return [secondsLeft, restart];
}
