import type { BatchRowView } from "@rokad/contract/batch-states";
import type { BatchRow, PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { useEffect, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { toast } from "../ui/toast.ts";
import { cellAt, GridHead, GridRow, rowHeight, type EditEnd } from "./grid-row.tsx";
import { fieldOf, gridColumns, notesOf } from "./grid-cells.ts";
import { GridToolbar } from "./grid-toolbar.tsx";
import { clearRange, copyRange, pastedCells, putCells, whyNotPasted } from "./selection-edits.ts";
import { useGridCursor, visibleRows } from "./use-grid-cursor.ts";
import { useGridEdits } from "./use-grid-edits.ts";
import { useGridRows } from "./use-grid-rows.ts";

interface BatchGridProps {
  batch: PayoutBatchDetail;
  view: BatchRowView;
  /** Opens the form of a row, as the batch had it in this revision. */
  onCorrect: (row: BatchRow, revision: number) => void;
}

interface EditedCell {
  /** The line of its row. */
  readonly line: number;
  /** What the edit begins with. */
  readonly text: string;
  /** The cell as the person saw it. */
  readonly before: string;
}

/** Rows above and below those in sight, so that a turn of the wheel finds them drawn. */
const overscan = 6;
const keyOf = {
  down: "ArrowDown",
  up: "ArrowUp",
  right: "ArrowRight",
  left: "ArrowLeft",
} as const;
const noLines: readonly number[] = [];

/**
 * The rows of a draft as a spreadsheet: only those in sight are drawn, cells are edited in place, and
 * each change is checked by the server and can be taken back.
 */
export function BatchGrid({ batch, view, onCorrect }: BatchGridProps) {
  const id = useId();
  const rows = useGridRows(batch.id, view);
  const { load, rowAt, readRange } = rows;
  const edits = useGridEdits(batch, rows);
  const lines = rows.lines ?? noLines;
  const { grid, active, range, first, follow, go, move, choose, extendTo } = useGridCursor(lines);
  const [edited, setEdited] = useState<EditedCell>();
  const isEditing = edited !== undefined && lines[active.row] === edited.line;
  const total = lines.length;
  const current = rowAt(active.row);

  // Others, or the form of a row, changed the batch.
  const { revision } = batch;
  const seen = useRef(revision);
  useEffect(() => {
    // While a step is saved, the revision may be its own.
    if (seen.current === revision || edits.isSaving) return;
    seen.current = revision;
    if (revision > edits.shownRevision()) edits.adopt(revision);
  });

  const shownFirst = Math.max(first - overscan, 0);
  const shownLast = Math.min(first + visibleRows + overscan, total - 1);
  useEffect(() => {
    if (shownLast < 0 || (rowAt(shownFirst) && rowAt(shownLast))) return undefined;
    // While the list flies past, its rows are not asked for.
    const timer = setTimeout(() => void load(shownFirst, shownLast), 60);
    return () => clearTimeout(timer);
  }, [load, rowAt, shownFirst, shownLast]);

  // Others changed the list, so that the edited line left it.
  const [lost, setLost] = useState<EditedCell>();
  if (edited && !isEditing) {
    setEdited(undefined);
    setLost(edited);
  }
  useEffect(() => {
    if (!lost) return;
    warnOfLoss(lost);
    grid.current?.focus({ preventScroll: true });
  }, [lost, grid]);

  function endEdit(text: string, end: EditEnd) {
    const row = rowAt(active.row);
    const field = fieldOf(active.column);
    setEdited(undefined);
    if (end !== "stay") grid.current?.focus({ preventScroll: true });
    if (end === "cancel" || !edited || !field) return;
    const { before } = edited;
    if (text !== before) {
      // Others changed the cell meanwhile, which stays.
      if (!row || (row.fields[field] ?? "") !== before) return warnOfLoss(edited);
      edits.apply({ edits: [{ number: row.number, field, before, after: text }], removals: [] });
    }
    if (end !== "stay") move(keyOf[end]);
  }

  function startEdit(text?: string) {
    const row = rowAt(active.row);
    const field = fieldOf(active.column);
    if (!row) return;
    if (!field) return onCorrect(row, edits.shownRevision());
    if (row.state === "removed") {
      toast.error(t`Line ${row.number} is removed. Restore it first.`);
      return;
    }
    choose(active, active);
    const before = row.fields[field] ?? "";
    setEdited({ line: row.number, text: text ?? before, before });
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
    choose({ row: range.top, column: range.left }, { row: bottom, column: range.left + width - 1 });
  }

  /** Rows with what was changed since they were loaded; undefined, with a message, unless all are there. */
  async function read(top: number, bottom: number) {
    const found = await readRange(top, bottom);
    if (found.length === bottom - top + 1) return found;
    toast.error(t`Some of these rows could not be loaded. Nothing was changed.`);
    return undefined;
  }

  function copy(event: ClipboardEvent) {
    if (isEditing) return;
    const chosen = [];
    for (let at = range.top; at <= range.bottom; at += 1) {
      const row = rowAt(at);
      if (row) chosen.push(row);
    }
    event.preventDefault();
    if (chosen.length <= range.bottom - range.top) {
      toast.error(t`Scroll over all of these rows first, so that they are loaded.`);
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
    if (name === "correct") onCorrect(row, edits.shownRevision());
    if (name === "restore")
      edits.apply({ edits: [], removals: [{ number: row.number, isRemoved: false }] });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isEditing || event.target !== grid.current) return;
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
      message={t`Failed to load the rows`}
      detail={messageOf(rows.error, "")}
      onRetry={() => edits.adopt(revision)}
    />
  );
  if (failure && rows.lines === null) return failure;
  const shown = Array.from(
    { length: Math.max(shownLast - shownFirst + 1, 0) },
    (_, offset) => shownFirst + offset,
  );
  const editedRow = isEditing ? active.row : undefined;
  // Also out of sight, so that its text and the focus stay; first, so that scrolling does not move it.
  const drawn = isEditing ? [active.row, ...shown.filter((at) => at !== active.row)] : shown;
  return (
    <>
      <GridToolbar edits={edits} keysId={`${id}-keys`} />
      <div
        ref={grid}
        role="grid"
        tabIndex={0}
        aria-label={t`Rows in the order of the file`}
        aria-describedby={`${id}-keys`}
        aria-rowcount={total + 1}
        aria-colcount={gridColumns.length}
        aria-multiselectable
        aria-busy={rows.lines === null || undefined}
        aria-activedescendant={total > 0 ? `${id}-${active.row}-${active.column}` : undefined}
        className="relative overflow-auto text-dense"
        style={{
          height: (Math.min(Math.max(total, 3), visibleRows) + 1.5) * rowHeight,
          overscrollBehavior: "contain",
          outlineOffset: -2,
        }}
        onScroll={(event) => follow(event.currentTarget)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          const cell = cellAt(event.target);
          if (!cell || event.target instanceof HTMLInputElement) return;
          // An edit ends in its own cell before the cursor leaves it.
          if (isEditing) grid.current?.focus({ preventScroll: true });
          go(cell, event.shiftKey);
        }}
        onPointerMove={(event) => {
          const cell = event.buttons === 1 && !isEditing && cellAt(event.target);
          if (cell && event.pointerType === "mouse") extendTo(cell);
        }}
        onDoubleClick={() => !isEditing && startEdit()}
        onClick={(event) => act(event.target)}
        onCopy={copy}
        onPaste={(event) => {
          if (isEditing) return;
          event.preventDefault();
          void paste(event.clipboardData.getData("text/plain"));
        }}
      >
        <GridHead />
        <div role="rowgroup" style={{ height: total * rowHeight }} className="relative">
          {drawn.map((at) => {
            const isActive = at === active.row;
            const isEdited = at === editedRow;
            return (
              <GridRow
                // A row that leaves at one end is drawn again at the other.
                key={isEdited ? "edited" : at % (visibleRows + 2 * overscan + 1)}
                gridId={id}
                position={at}
                row={rowAt(at)}
                activeColumn={isActive ? active.column : undefined}
                chosenFrom={at >= range.top && at <= range.bottom ? range.left : undefined}
                chosenTo={at >= range.top && at <= range.bottom ? range.right : undefined}
                editing={isEdited ? edited?.text : undefined}
                onEditEnd={isEdited ? endEdit : undefined}
              />
            );
          })}
        </div>
      </div>
      {failure}
      <p className="min-h-10 border-t border-line px-4 py-2.5 text-xs text-pretty break-words text-muted md:px-5">
        {current ? t`Line ${current.number}: ${notesOf(current) ?? t`nothing to check`}` : ""}
      </p>
    </>
  );
}

const warnOfLoss = ({ line }: EditedCell) =>
  toast.error(t`Your text in line ${line} was not saved. Enter it again.`);
