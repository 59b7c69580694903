import { useEffect, useRef } from "react";
import { focusRow } from "./use-row-keys.ts";

/**
 * Keeps the keyboard in the list when the row that has the focus leaves it because somebody else
 * decided: the row that takes its place gets it.
 */
export function useKeptPlace(ids: readonly string[]): void {
  const last = useRef<{ id: string; at: number } | undefined>(undefined);
  const print = ids.join();
  useEffect(() => {
    const now = print.split(",");
    const place = last.current;
    const isLost = document.activeElement === document.body;
    if (place && isLost && !now.includes(place.id))
      focusRow(now[Math.min(place.at, now.length - 1)]);
    const note = () => {
      const row = document.activeElement?.closest("tr, li")?.querySelector("[data-row]");
      const id = row?.getAttribute("data-row");
      last.current = id ? { id, at: now.indexOf(id) } : undefined;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [print]);
}
