const listeners = new Set<() => void>();

/**
 * Wakes the workers after a commit that made work due: those of this process, or of other processes
 * if this one has none (`wake-other-workers.ts`). A worker that is not reached finds the work at its
 * next poll.
 */
export function wakeWorker(): void {
  for (const listener of listeners) listener();
}

/** @returns ends the subscription. */
export function onWake(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
