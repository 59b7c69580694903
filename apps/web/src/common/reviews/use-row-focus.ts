import { useEffect, useRef } from "react";
import { focusRow } from "./use-row-keys.ts";

/**
 * Moves the focus to the next row when another reviewer decides on the focused row and it leaves the
 * list.
 */
export function useRowFocus(ids: readonly string[]): void {
  const last = useRef<{ id: string; index: number } | undefined>(undefined);
  const idsKey = ids.join();
  useEffect(() => {
    const currentIds = idsKey.split(",");
    const focusedRow = last.current;
    const isLost = document.activeElement === document.body;
    if (focusedRow && isLost && !currentIds.includes(focusedRow.id))
      focusRow(currentIds[Math.min(focusedRow.index, currentIds.length - 1)]);
    const recordFocus = () => {
      const row = document.activeElement?.closest("tr, li")?.querySelector("[data-row]");
      const id = row?.getAttribute("data-row");
      last.current = id ? { id, index: currentIds.indexOf(id) } : undefined;
    };
    document.addEventListener("focusin", recordFocus);
    return () => document.removeEventListener("focusin", recordFocus);
  }, [idsKey]);
}
