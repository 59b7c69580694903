import { useEffect, useRef } from "react";

/** On the control that stands for a row: `data-row={id}`. */
const mark = "data-row";
const rowOf = (element: Element | null) =>
  element?.closest("tr, li")?.querySelector<HTMLElement>(`[${mark}]`) ?? null;

export function focusRow(id: string | undefined): HTMLElement | null {
  const row = id === undefined ? null : document.querySelector<HTMLElement>(`[${mark}="${id}"]`);
  row?.focus();
  return row;
}

interface RowActs {
  approve: (id: string) => void;
  reject: (id: string) => void;
  choose: (id: string) => void;
}

/**
 * J and K, or the arrows inside the list, move from row to row; A, R and X act on the row that has
 * the focus, and on none else, so that a stray key does nothing. Enter is the row's own button.
 */
export function useRowKeys(acts: RowActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener("keydown", (event) => press(event, latest.current), {
      signal: listening.signal,
    });
    return () => listening.abort();
  }, []);
}

function press(event: KeyboardEvent, acts: RowActs): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (!(target instanceof Element) || target.closest(elsewhere)) return;
  const row = rowOf(target);
  const step = stepOf(event.key, row !== null);
  const id = row?.getAttribute(mark);
  if (step !== undefined) move(row, step);
  else if (id && event.key === "a") acts.approve(id);
  else if (id && event.key === "r") acts.reject(id);
  else if (id && event.key === "x") acts.choose(id);
  else return;
  event.preventDefault();
}

/** Where letters are typed, and what lies over the page. */
const elsewhere =
  "input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]";

function stepOf(key: string, isInList: boolean): 1 | -1 | undefined {
  if (key === "j" || (isInList && key === "ArrowDown")) return 1;
  if (key === "k" || (isInList && key === "ArrowUp")) return -1;
  return undefined;
}

function move(from: HTMLElement | null, step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`[${mark}]`)];
  const at = from ? rows.indexOf(from) + step : 0;
  rows[Math.min(Math.max(at, 0), rows.length - 1)]?.focus();
}
