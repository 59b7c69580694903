let source: () => Date = () => new Date();

/**
 * The time that goes into the books. Everything that is dated asks here, so that tests can
 * step time and the demo history can be made on earlier days by the product's own verbs.
 */
export function now(): Date {
  return source();
}

/** Takes time from `from` until the returned function is called. */
export function useClock(from: () => Date): () => void {
  const before = source;
  source = from;
  return () => {
    source = before;
  };
}

/** `now()` moved by some seconds; negative looks back. */
export function secondsFromNow(seconds: number): Date {
  return new Date(now().getTime() + seconds * 1000);
}
