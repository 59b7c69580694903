import { useCallback, useLayoutEffect, useRef, type RefCallback, type RefObject } from "react";

/**
 * Moves the focus in a dialog of several steps to the next step's first control, because the focused
 * control goes with its step. It runs before the browser paints; otherwise Base UI would focus the
 * dialog.
 * @returns the current first control, and the ref that each step puts on its own.
 */
export function useStepFocus(
  step: string,
  open: boolean,
): [first: RefObject<HTMLElement | null>, nameFirst: RefCallback<HTMLElement>] {
  const first = useRef<HTMLElement>(null);
  const nameFirst = useCallback((control: HTMLElement | null) => {
    first.current = control;
  }, []);
  const last = useRef(step);
  useLayoutEffect(() => {
    if (last.current !== step && open) first.current?.focus();
    last.current = step;
  }, [step, open]);
  return [first, nameFirst];
}
