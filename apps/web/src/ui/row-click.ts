import type { MouseEvent } from "react";

/**
 * Handles a pointer click anywhere on a row; the keyboard uses the link or button inside. Clicks on
 * those controls, and clicks that end a text selection, are ignored.
 */
export function rowClick(action: (() => void) | undefined) {
  if (!action) return undefined;
  return ({ target }: MouseEvent) => {
    const onControl =
      target instanceof Element && target.closest("a, button, input, label") !== null;
    if (!onControl && !getSelection()?.toString()) action();
  };
}
