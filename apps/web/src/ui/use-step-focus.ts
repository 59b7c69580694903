import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * For a dialog of several steps: what had the focus goes with its step, so the control that the
 * next one names gets it. Before the browser paints, or Base UI would give it to the dialog itself.
 */
export function useStepFocus<Control extends HTMLElement>(
  step: string,
  open: boolean,
): RefObject<Control | null> {
  const first = useRef<Control>(null);
  const last = useRef(step);
  useLayoutEffect(() => {
    if (last.current !== step && open) first.current?.focus();
    last.current = step;
  }, [step, open]);
  return first;
}
