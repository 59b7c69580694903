import { useCallback, useEffect, useState } from "react";

/**
 * Seconds left and a restart function. It counts down to a fixed time, so a phone that slept shows
 * the right number.
 */
export function useCountdown(
  startSeconds: number,
): [secondsLeft: number, restart: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(() => Date.now() + startSeconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));

  const isOver = secondsLeft === 0;

  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);

  const restart = useCallback((seconds: number) => {
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * 1000);
  }, []);

  return [secondsLeft, restart];
}
