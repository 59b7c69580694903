/** The dialog shows this long before the end. */
const warningMs = 60_000;
const reportEveryMs = 60_000;

interface IdleWatch {
  readonly limitMs: number;
  readonly now: () => number;
  /** The last activity in any tab. */
  readonly lastActiveMs: () => number;
  readonly markActive: () => unknown;
  /** Reports activity to the server; nothing else keeps the session open there. */
  readonly report: () => void;
  /** The seconds that are left while the dialog shows; null when there was activity. */
  readonly onWarning: (secondsLeft: number | null) => void;
  readonly onIdle: () => void;
}

/**
 * Watches for the idle limit. `tick` runs every second and when the page shows again; `act` with each
 * key or press.
 */
export function createIdleWatch(watch: IdleWatch) {
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  let isOver = false;

  function tick(): void {
    if (isOver) return;
    const leftMs = watch.lastActiveMs() + watch.limitMs - watch.now();
    if (leftMs <= 0) {
      isOver = true;
      return watch.onIdle();
    }
    watch.onWarning(leftMs <= warningMs ? Math.ceil(leftMs / 1000) : null);
    const isNew = watch.lastActiveMs() > reportedAtMs;
    if (!isNew || watch.now() - reportedAtMs < reportEveryMs) return;
    reportedAtMs = watch.now();
    watch.report();
  }

  /** While the dialog shows, only its button counts, so that nobody dismisses it unread. */
  function act(): void {
    const idleMs = watch.now() - watch.lastActiveMs();
    // After a sleep the limit may be past: then this is no activity of the session.
    if (idleMs < watch.limitMs - warningMs) watch.markActive();
  }

  function stay(): void {
    if (watch.now() - watch.lastActiveMs() < watch.limitMs) watch.markActive();
    tick();
  }

  return { tick, act, stay };
}
