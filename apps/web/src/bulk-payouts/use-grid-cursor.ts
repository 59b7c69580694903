import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { gridColumns, moveCell, rangeOf, rowAfter, type Cell } from "./grid-cells.ts";
import { rowHeight } from "./grid-row.tsx";

export const visibleRows = 15;
const left = gridColumns.map((_, at) =>
  gridColumns.slice(0, at).reduce((sum, { width }) => sum + width, 0),
);

const start: Cell = { row: 0, column: 3 };

/** Cursor, chosen range and scroll position. They stay on their lines when others change the list. */
export function useGridCursor(lines: readonly number[]) {
  const grid = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState({ anchor: start, active: start, lines });
  const { anchor, active } = useMemo(() => {
    const follow = ({ row, column }: Cell) => ({ row: rowAfter(row, chosen.lines, lines), column });
    return { anchor: follow(chosen.anchor), active: follow(chosen.active) };
  }, [chosen, lines]);
  /** The first row in sight. */
  const [first, setFirst] = useState(0);

  const linesInSight = useRef(lines);
  useLayoutEffect(() => {
    const next = rowAfter(first, linesInSight.current, lines);
    linesInSight.current = lines;
    if (grid.current && next !== first) grid.current.scrollTop = next * rowHeight;
  }, [lines, first]);

  function show({ row, column }: Cell) {
    const box = grid.current;
    if (!box) return;
    const top = row * rowHeight;
    const space = box.clientHeight - 2 * rowHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top > box.scrollTop + space) box.scrollTop = top - space;
    const from = left[column] ?? 0;
    const width = gridColumns[column]?.width ?? 0;
    if (from < box.scrollLeft) box.scrollLeft = from;
    else if (from + width > box.scrollLeft + box.clientWidth)
      box.scrollLeft = from + width - box.clientWidth;
  }

  /** Chooses the cells from one to another, which gets the cursor. */
  const choose = (from: Cell, to: Cell) => setChosen({ anchor: from, active: to, lines });

  function go(cell: Cell, extend = false) {
    choose(extend ? anchor : cell, cell);
    show(cell);
  }

  function move(key: string, extend = false, isControl = false): boolean {
    const extent = { rows: lines.length, page: visibleRows };
    const next = moveCell(active, { key, isControl }, extent);
    if (next) go(next, extend);
    return next !== undefined;
  }

  return {
    grid,
    active,
    range: rangeOf(anchor, active),
    first,
    /** Takes the scroll position over. */
    follow: ({ scrollTop }: HTMLElement) => setFirst(Math.floor(scrollTop / rowHeight)),
    go,
    move,
    choose,
    /** Moves the cursor only: the range reaches as far as it. */
    extendTo: (cell: Cell) => choose(anchor, cell),
  };
}
