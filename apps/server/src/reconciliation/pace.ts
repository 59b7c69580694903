/**
 * Lets so many through in a second and keeps the others waiting, so that questions about a whole
 * day leave room for those that payouts wait for.
 * @returns what to wait for before each question.
 */
export function paceOf(perSecond: number): (signal: AbortSignal) => Promise<void> {
  const everyMs = 1_000 / perSecond;
  let nextAt = 0;
  return async (signal) => {
    signal.throwIfAborted();
    const at = performance.now();
    const waitMs = nextAt - at;
    nextAt = Math.max(at, nextAt) + everyMs;
    if (waitMs > 0) await pause(waitMs, signal);
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error("Told to stop"));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
