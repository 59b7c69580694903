import { useCallback, useLayoutEffect, useRef, type RefCallback, type RefObject } from "react";

/**
 * For a dialog of several steps: what had the focus goes with its step, so the control that the
 * next one names gets it. Before the browser paints, or Base UI would give it to the dialog itself.
 * @returns the control that is named now, and the ref with which a step names it.
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
