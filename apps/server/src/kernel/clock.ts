let currentTime: () => Date = () => new Date();
let isSimulated = false;

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

/** Marks the time as simulated: no other clock can be compared with it. */
export function simulateTime(): void {
  isSimulated = true;
}

export function isTimeSimulated(): boolean {
  return isSimulated;
}

/** `now()` plus some seconds; a negative number gives an earlier time. */
export function secondsFromNow(seconds: number): Date {
  return new Date(now().getTime() + seconds * 1000);
}
