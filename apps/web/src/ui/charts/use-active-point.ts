import { useState, type KeyboardEvent, type PointerEvent } from "react";

/**
 * The active point of a chart: the one under the pointer or finger, or the one chosen with the arrow
 * keys.
 */
export function useActivePoint(count: number) {
  const [at, setAt] = useState<number>();
  const last = count - 1;

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const column = Math.floor(((event.clientX - left) / width) * count);
    setAt(Math.min(Math.max(column, 0), last));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const steps: Record<string, number | undefined> = {
      ArrowLeft: Math.max((at ?? last) - 1, 0),
      ArrowDown: Math.max((at ?? last) - 1, 0),
      ArrowRight: Math.min((at ?? last) + 1, last),
      ArrowUp: Math.min((at ?? last) + 1, last),
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (event.key === "Escape") setAt(undefined);
    if (next === undefined) return;
    // The arrow keys must not scroll the page.
    event.preventDefault();
    setAt(next);
  }

  return {
    /** Undefined without pointer and focus. */
    at: at === undefined ? undefined : Math.min(at, last),
    handlers: {
      onPointerMove,
      onPointerDown: onPointerMove,
      onPointerLeave: () => setAt(undefined),
      onKeyDown,
      onFocus: () => setAt((now) => now ?? last),
      onBlur: () => setAt(undefined),
    },
  };
}
