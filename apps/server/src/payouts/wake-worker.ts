const listeners = new Set<() => void>();

/**
 * Tells workers that something is due, after the commit that made it so: those of this process,
 * or where it has none those of the others (`wake-workers-elsewhere.ts`). A worker that was not
 * reached finds it at its next poll.
 */
export function wakeWorker(): void {
  for (const listener of listeners) listener();
}

/** @returns what ends the listening. */
export function onWake(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
