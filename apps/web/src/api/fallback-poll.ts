/** The pause doubles up to this, so that a row that never changes costs little. */
const pauseMaxSeconds = 300;

interface Poll {
  work: () => void;
  firstSeconds: number;
  /** Asked after each pause; while false, the pause stays as it is. */
  isNeeded: () => boolean;
}

/**
 * Runs `work` after 1, 2, 4, … times the first pause, at least every 5 minutes.
 * @returns a function that stops it.
 */
export function startFallbackPoll({ work, firstSeconds, isNeeded }: Poll): () => void {
  let pauseSeconds = firstSeconds;
  let timer = setTimeout(poll, pauseSeconds * 1000);
  return () => clearTimeout(timer);

  function poll(): void {
    if (isNeeded()) {
      work();
      pauseSeconds = Math.min(pauseSeconds * 2, pauseMaxSeconds);
    }
    timer = setTimeout(poll, pauseSeconds * 1000);
  }
}
