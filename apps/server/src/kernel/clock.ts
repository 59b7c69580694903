let currentTime: () => Date = () => new Date();

/**
 * The current time of the product. Every stored date comes from here, so that tests can move time
 * and the demo can create its history on earlier days.
 */
export function now(): Date {
  return currentTime();
}

/** Replaces the clock until the returned function is called. */
export function useClock(clock: () => Date): () => void {
  const previous = currentTime;
  currentTime = clock;
  return () => {
    currentTime = previous;
  };
}

/** `now()` plus some seconds; a negative number gives an earlier time. */
export function secondsFromNow(seconds: number): Date {
  return new Date(now().getTime() + seconds * 1000);
}
