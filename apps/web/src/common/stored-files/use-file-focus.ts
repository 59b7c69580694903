import { useEffect, useRef, type FocusEvent } from "react";
import { focusTargetAt, positionOf, type FilePosition } from "./file-position.ts";

/**
 * Keeps the focus in the list when the focused button disappears: a retried file has no Retry button,
 * a deleted file has no row.
 * @returns event handlers for the element around the list.
 */
export function useFileFocus() {
  const last = useRef<FilePosition>(null);

  // Runs after every render, because any render may remove the button.
  useEffect(() => {
    if (last.current && document.activeElement === document.body)
      focusTargetAt(last.current)?.focus();
  });

  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current = positionOf(target);
    },
    onBlur: ({ target }: FocusEvent) => {
      // A removed button needs a new focus target; a button that the user left does not.
      if (target.isConnected) last.current = null;
    },
  };
}
