import type { MouseEvent } from "react";

/**
 * A click anywhere on a row, for the pointer; the keyboard has the link or button inside. A press
 * on one of those, or the end of selecting a text to copy, is not meant for the row.
 */
export function rowClick(act: (() => void) | undefined) {
  if (!act) return undefined;
  return ({ target }: MouseEvent) => {
    const onControl =
      target instanceof Element && target.closest("a, button, input, label") !== null;
    if (!onControl && !getSelection()?.toString()) act();
  };
}
