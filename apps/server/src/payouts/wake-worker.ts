let wake: (() => void) | undefined;

/** Tells the worker in this process that something is due; elsewhere its next poll finds it. */
export function wakeWorker(): void {
  wake?.();
}

export function onWake(listener: (() => void) | undefined): void {
  wake = listener;
}
