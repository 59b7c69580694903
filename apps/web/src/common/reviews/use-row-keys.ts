import { useEffect, useRef } from "react";

/** Marks a row's main control: `data-row={id}`. */
const rowAttribute = "data-row";
const rowOf = (element: Element | null) =>
  element?.closest("tr, li")?.querySelector<HTMLElement>(`[${rowAttribute}]`) ?? null;

export function focusRow(id: string | undefined): HTMLElement | null {
  const row =
    id === undefined ? null : document.querySelector<HTMLElement>(`[${rowAttribute}="${id}"]`);
  row?.focus();
  return row;
}

interface RowKeyActions {
  approve: (id: string) => void;
  reject: (id: string) => void;
  select: (id: string) => void;
}

/**
 * J and K, or the arrow keys inside the list, move between rows. A, R and X act only on the focused
 * row, so that a stray key does nothing. Enter presses the row's button.
 */
export function useRowKeys(actions: RowKeyActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const listener = new AbortController();
    document.addEventListener("keydown", (event) => handleKey(event, latest.current), {
      signal: listener.signal,
    });
    return () => listener.abort();
  }, []);
}

function handleKey(event: KeyboardEvent, actions: RowKeyActions): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (!(target instanceof Element) || target.closest(ignoredTargets)) return;
  const row = rowOf(target);
  const step = stepOf(event.key, row !== null);
  const id = row?.getAttribute(rowAttribute);
  if (step !== undefined) moveFocus(row, step);
  else if (id && event.key === "a") actions.approve(id);
  else if (id && event.key === "r") actions.reject(id);
  else if (id && event.key === "x") actions.select(id);
  else return;
  event.preventDefault();
}

/** Text fields and overlays, where the keys must not act. */
const ignoredTargets =
  "input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]";

function stepOf(key: string, isInList: boolean): 1 | -1 | undefined {
  if (key === "j" || (isInList && key === "ArrowDown")) return 1;
  if (key === "k" || (isInList && key === "ArrowUp")) return -1;
  return undefined;
}

function moveFocus(from: HTMLElement | null, step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`[${rowAttribute}]`)];
  const at = from ? rows.indexOf(from) + step : 0;
  rows[Math.min(Math.max(at, 0), rows.length - 1)]?.focus();
}
