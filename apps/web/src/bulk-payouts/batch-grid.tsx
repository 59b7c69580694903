import type { BatchRowView } from "@rokad/contract/batch-states";
import type { BatchRow, PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { useEffect, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { messageOf } from "../api/api-error.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { toast } from "../ui/toast.ts";
import { GridHead, GridRow, rowHeight, type EditEnd } from "./grid-row.tsx";
import { fieldOf, gridColumns, moveCell, notesOf, rangeOf, type Cell } from "./grid-cells.ts";
import { GridToolbar } from "./grid-toolbar.tsx";
import { clearRange, copyRange, pastedCells, putCells, whyNotPasted } from "./selection-edits.ts";
import { useGridEdits } from "./use-grid-edits.ts";
import { useGridRows } from "./use-grid-rows.ts";

interface BatchGridProps {
  batch: PayoutBatchDetail;
  view: BatchRowView;
  /** Opens the form of a row. */
  onCorrect: (row: BatchRow) => void;
}

/** Rows above and below those in sight, so that a turn of the wheel finds them drawn. */
const overscan = 6;
const visibleRows = 15;
const keyOf = {
  down: "ArrowDown",
  up: "ArrowUp",
  right: "ArrowRight",
  left: "ArrowLeft",
} as const;
const left = gridColumns.map((_, at) =>
  gridColumns.slice(0, at).reduce((sum, { width }) => sum + width, 0),
);

/**
 * The rows of a draft as a spreadsheet: only those in sight are drawn, cells are edited in place, and
 * each change is checked by the server and can be taken back.
 */
export function BatchGrid({ batch, view, onCorrect }: BatchGridProps) {
  const id = useId();
  const rows = useGridRows(batch.id, view);
  const { load, reload, rowAt, readRows } = rows;
  const edits = useGridEdits(batch, rows);
  const [active, setActive] = useState<Cell>({ row: 0, column: 3 });
  const [anchor, setAnchor] = useState<Cell>(active);
  /** The text to begin with; undefined while no cell is edited. */
  const [editing, setEditing] = useState<string>();
  const [first, setFirst] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const total = rows.total ?? 0;
  const range = rangeOf(anchor, active);
  const current = rowAt(active.row);

  // Others, or the form of a row, changed the batch.
  const { revision } = batch;
  const seen = useRef(revision);
  useEffect(() => {
    if (seen.current === revision) return;
    seen.current = revision;
    if (edits.isOwn(revision)) return;
    edits.adopt(revision);
    reload();
  });

  const shownFirst = Math.max(first - overscan, 0);
  const shownLast = Math.min(first + visibleRows + overscan, total - 1);
  useEffect(() => {
    if (shownLast < 0 || (rowAt(shownFirst) && rowAt(shownLast))) return undefined;
    // While the list flies past, its rows are not asked for.
    const timer = setTimeout(() => void load(shownFirst, shownLast), 60);
    return () => clearTimeout(timer);
  }, [load, rowAt, shownFirst, shownLast]);

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

  function go(cell: Cell, extend = false) {
    setActive(cell);
    if (!extend) setAnchor(cell);
    show(cell);
  }

  function move(key: string, extend = false, isControl = false): boolean {
    const next = moveCell(active, { key, isControl }, { rows: total, page: visibleRows });
    if (next) go(next, extend);
    return next !== undefined;
  }

  function endEdit(text: string, end: EditEnd) {
    const row = rowAt(active.row);
    const field = fieldOf(active.column);
    setEditing(undefined);
    if (end !== "stay") grid.current?.focus({ preventScroll: true });
    if (end === "cancel" || !row || !field) return;
    const before = row.fields[field] ?? "";
    if (text !== before)
      edits.apply({ edits: [{ number: row.number, field, before, after: text }], removals: [] });
    if (end !== "stay") move(keyOf[end]);
  }

  function startEdit(text?: string) {
    const row = rowAt(active.row);
    const field = fieldOf(active.column);
    if (!row) return;
    if (!field) return onCorrect(row);
    if (row.state === "removed") {
      toast.error(`Line ${row.number} is removed. Restore it first.`);
      return;
    }
    setAnchor(active);
    setEditing(text ?? row.fields[field] ?? "");
  }

  async function clear() {
    const chosen = await read(range.top, range.bottom);
    if (chosen) edits.apply(clearRange(range, chosen));
  }

  async function paste(text: string) {
    const cells = pastedCells(text, range);
    const why = whyNotPasted(cells, range, total);
    if (why !== undefined) {
      toast.error(why);
      return;
    }
    const bottom = range.top + cells.length - 1;
    const rowsOfPaste = await read(range.top, bottom);
    if (!rowsOfPaste) return;
    edits.apply(putCells(range.left, rowsOfPaste, cells));
    const width = Math.max(...cells.map((row) => row.length));
    setAnchor({ row: range.top, column: range.left });
    setActive({ row: bottom, column: range.left + width - 1 });
  }

  /** Rows with what was changed since they were loaded; undefined, with a message, unless all are there. */
  async function read(top: number, bottom: number) {
    const found = await readRows(top, bottom);
    if (found.length === bottom - top + 1) return found;
    toast.error("Some of these rows could not be loaded. Nothing was changed.");
    return undefined;
  }

  function copy(event: ClipboardEvent) {
    if (editing !== undefined) return;
    const chosen = [];
    for (let at = range.top; at <= range.bottom; at += 1) {
      const row = rowAt(at);
      if (row) chosen.push(row);
    }
    event.preventDefault();
    if (chosen.length <= range.bottom - range.top) {
      toast.error("Scroll over all of these rows first, so that they are loaded.");
      return;
    }
    event.clipboardData.setData("text/plain", copyRange(range, chosen));
  }

  /** The buttons of a row. */
  function act(target: EventTarget) {
    const cell = cellAt(target);
    const name =
      target instanceof Element && target.closest("[data-act]")?.getAttribute("data-act");
    const row = cell && rowAt(cell.row);
    if (!row) return;
    if (name === "correct") onCorrect(row);
    if (name === "restore")
      edits.apply({ edits: [], removals: [{ number: row.number, isRemoved: false }] });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (editing !== undefined || event.target !== grid.current) return;
    const isControl = event.ctrlKey || event.metaKey;
    const { key, shiftKey } = event;
    const handled = () => event.preventDefault();
    if (isControl && key.toLowerCase() === "z") {
      handled();
      (shiftKey ? edits.redo : edits.undo)();
    } else if (isControl && key.toLowerCase() === "y") {
      handled();
      edits.redo();
    } else if (key === "Enter" || key === "F2") {
      handled();
      startEdit();
    } else if (key === "Delete" || key === "Backspace") {
      handled();
      void clear();
    } else if (key === "Tab") {
      // At the ends, Tab leaves the grid: nobody is caught in it.
      const isEnd = shiftKey ? active.column === 0 : active.column === gridColumns.length - 1;
      if (!isEnd && move(shiftKey ? "ArrowLeft" : "ArrowRight")) handled();
    } else if (move(key, shiftKey, isControl)) {
      handled();
    } else if (key.length === 1 && !isControl && !event.altKey) {
      handled();
      startEdit(key);
    }
  }

  const failure = rows.error !== undefined && (
    <ErrorPanel
      message="Failed to load the rows"
      detail={messageOf(rows.error, "")}
      onRetry={reload}
    />
  );
  if (failure && rows.total === null) return failure;
  return (
    <>
      <GridToolbar edits={edits} keysId={`${id}-keys`} />
      <div
        ref={grid}
        role="grid"
        tabIndex={0}
        aria-label="Rows in the order of the file"
        aria-describedby={`${id}-keys`}
        aria-rowcount={total + 1}
        aria-colcount={gridColumns.length}
        aria-multiselectable
        aria-busy={rows.total === null || undefined}
        aria-activedescendant={total > 0 ? `${id}-${active.row}-${active.column}` : undefined}
        className="relative overflow-auto text-dense"
        style={{
          height: (Math.min(Math.max(total, 3), visibleRows) + 1.5) * rowHeight,
          overscrollBehavior: "contain",
          outlineOffset: -2,
        }}
        onScroll={(event) => setFirst(Math.floor(event.currentTarget.scrollTop / rowHeight))}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          const cell = cellAt(event.target);
          if (cell && editing === undefined) go(cell, event.shiftKey);
        }}
        onPointerMove={(event) => {
          const cell = event.buttons === 1 && editing === undefined && cellAt(event.target);
          if (cell && event.pointerType === "mouse") setActive(cell);
        }}
        onDoubleClick={() => editing === undefined && startEdit()}
        onClick={(event) => act(event.target)}
        onCopy={copy}
        onPaste={(event) => {
          if (editing !== undefined) return;
          event.preventDefault();
          void paste(event.clipboardData.getData("text/plain"));
        }}
      >
        <GridHead />
        <div role="rowgroup" style={{ height: total * rowHeight }} className="relative">
          {Array.from({ length: Math.max(shownLast - shownFirst + 1, 0) }, (_, offset) => {
            const at = shownFirst + offset;
            const isActive = at === active.row;
            return (
              <GridRow
                // A row that leaves at one end is drawn again at the other.
                key={at % (visibleRows + 2 * overscan + 1)}
                gridId={id}
                position={at}
                row={rowAt(at)}
                activeColumn={isActive ? active.column : undefined}
                chosenFrom={at >= range.top && at <= range.bottom ? range.left : undefined}
                chosenTo={at >= range.top && at <= range.bottom ? range.right : undefined}
                editing={isActive ? editing : undefined}
                onEditEnd={isActive && editing !== undefined ? endEdit : undefined}
              />
            );
          })}
        </div>
      </div>
      {failure}
      <p className="min-h-10 border-t border-line px-4 py-2.5 text-xs text-pretty break-words text-muted md:px-5">
        {current ? `Line ${current.number}: ${notesOf(current) ?? "nothing to check"}` : ""}
      </p>
    </>
  );
}

/** The cell of an element within the grid. */
function cellAt(target: EventTarget): Cell | undefined {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest("[data-row]")?.getAttribute("data-row");
  const column = target.closest("[data-column]")?.getAttribute("data-column");
  if (row == null || column == null) return undefined;
  return { row: Number(row), column: Number(column) };
}
