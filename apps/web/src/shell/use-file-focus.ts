import { useEffect, useRef, type FocusEvent } from "react";
import { elementAt, placeOf, type FilePlace } from "./kept-file-place.ts";

/**
 * Keeps a keyboard in the list when the button that it was on goes away: a file that is tried again
 * has no Retry any more, one that is deleted has no row.
 * @returns what the element around the list listens with.
 */
export function useFileFocus() {
  const last = useRef<FilePlace>(null);

  // After every rendering, since any may have taken the button away.
  useEffect(() => {
    if (last.current && document.activeElement === document.body) elementAt(last.current)?.focus();
  });

  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current = placeOf(target);
    },
    onBlur: ({ target }: FocusEvent) => {
      // What left the page by itself is still to be looked after; what somebody left is not.
      if (target.isConnected) last.current = null;
    },
  };
}
