/**
 * Limits calls to a rate: of a reconciliation, which leaves room for calls that payouts wait for, and of
 * a provider that takes only so many.
 * @returns a function to await before each call; it rejects when its signal aborts.
 */
export function createThrottle(perSecond: number): (signal?: AbortSignal) => Promise<void> {
  const everyMs = 1_000 / perSecond;
  let nextAt = 0;
  return async (signal) => {
    signal?.throwIfAborted();
    const at = performance.now();
    const waitMs = nextAt - at;
    nextAt = Math.max(at, nextAt) + everyMs;
    if (waitMs > 0) await pause(waitMs, signal);
  };
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error("Stopped"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
