let currentTime: () => Date = () => new Date();

/**
 * The current time of the product, in checks of input as in stored dates: a day is never "in the
 * future" for one and today for the other. Tests move it, and the demo creates its history on
 * earlier days.
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
