import type { BatchRow } from "@rokad/contract/payout-batch";
import { memo, useRef, useState, type KeyboardEvent } from "react";
import { t } from "../language.ts";
import { Button } from "../ui/button.tsx";
import { cn } from "../ui/class-names.ts";
import { RowBadge } from "./batch-badge.tsx";
import { fieldOf, gridColumns, notesOf, type Cell } from "./grid-cells.ts";

/** In pixels; all rows have the same, so that their places are known before they are loaded. */
export const rowHeight = 40;

const template = gridColumns.map(({ width }) => `${width}px`).join(" ");
const line = {
  display: "grid",
  gridTemplateColumns: template,
  width: gridColumns.reduce((sum, { width }) => sum + width, 0),
  height: rowHeight,
} as const;

/** The titles of the columns, which stay in sight. */
export function GridHead() {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-sunken" style={{ width: line.width }}>
      <div role="row" aria-rowindex={1} className="border-b border-line" style={line}>
        {gridColumns.map(({ id, title }, column) => (
          <div
            key={id}
            role="columnheader"
            aria-colindex={column + 1}
            className={cn(
              "truncate px-3 py-2.5 text-xs font-medium text-muted",
              id === "amount" && "text-right",
            )}
          >
            {title}
          </div>
        ))}
      </div>
    </div>
  );
}

/** How an edit ends: where the next cell is, or without a change. */
export type EditEnd = "stay" | "down" | "up" | "right" | "left" | "cancel";

interface GridRowProps {
  gridId: string;
  /** In the list, from 0. */
  position: number;
  /** Undefined until it is loaded. */
  row: BatchRow | undefined;
  /** The cell with the cursor, if it is in this row. */
  activeColumn: number | undefined;
  /** The chosen columns, both ends included; undefined if the row has none. */
  chosenFrom: number | undefined;
  chosenTo: number | undefined;
  /** The text that an edit of the active cell begins with. */
  editing: string | undefined;
  /** Only of the row with the cursor, so that the others are not drawn again. */
  onEditEnd: ((text: string, end: EditEnd) => void) | undefined;
}

/** One row. The grid handles its clicks, by the data of its cells. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { gridId, position, row, activeColumn, chosenFrom = 0, chosenTo = -1 } = props;
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      data-row={position}
      className="border-b border-line"
      style={{ ...line, position: "absolute", transform: `translateY(${position * rowHeight}px)` }}
    >
      {gridColumns.map(({ id }, column) => {
        const field = fieldOf(column);
        const isWrong =
          row?.state === "wrong" && field !== undefined && row.problem_fields.includes(field);
        const isActive = column === activeColumn;
        const isChosen = column >= chosenFrom && column <= chosenTo;
        return (
          <div
            key={id}
            id={`${gridId}-${position}-${column}`}
            role="gridcell"
            aria-colindex={column + 1}
            aria-selected={isChosen}
            aria-invalid={isWrong || undefined}
            data-column={column}
            title={isWrong ? (row?.problem ?? undefined) : undefined}
            className={cn(
              "relative flex min-w-0 items-center gap-2 px-3 select-none",
              isWrong ? "bg-bad-soft text-bad" : isChosen ? "bg-brand-soft" : "",
            )}
            style={isActive ? activeStyle : undefined}
          >
            {isActive && props.editing !== undefined && props.onEditEnd ? (
              <CellEditor
                label={gridColumns[column]?.title ?? ""}
                text={props.editing}
                onEnd={props.onEditEnd}
              />
            ) : (
              <CellContent row={row} column={column} />
            )}
          </div>
        );
      })}
    </div>
  );
});

const activeStyle = { outline: "2px solid var(--color-brand)", outlineOffset: "-2px" };

function CellContent({ row, column }: { row: BatchRow | undefined; column: number }) {
  if (!row) return column === 2 ? <span className="text-muted">…</span> : null;
  const field = fieldOf(column);
  if (field) {
    const text = row.fields[field] ?? "";
    return (
      <span
        className={cn(
          "truncate",
          field === "amount" && "ml-auto tabular-nums",
          row.state === "removed" && "text-muted line-through",
        )}
      >
        {text}
      </span>
    );
  }
  if (gridColumns[column]?.id === "details") {
    const notes = notesOf(row);
    return (
      <span
        className={cn("truncate text-xs", row.state === "wrong" ? "text-bad" : "text-muted")}
        title={notes}
      >
        {notes ?? "–"}
      </span>
    );
  }
  if (column === 0) return <span className="text-muted tabular-nums">{row.number}</span>;
  const isRemoved = row.state === "removed";
  return (
    <>
      <RowBadge state={row.state} />
      <Button
        variant="ghost"
        size="sm"
        tabIndex={-1}
        data-act={isRemoved ? "restore" : "correct"}
        aria-label={isRemoved ? t`Restore line ${row.number}` : t`Edit line ${row.number}`}
        className="ml-auto"
      >
        {isRemoved ? t`Restore` : t`Edit`}
      </Button>
    </>
  );
}

interface CellEditorProps {
  label: string;
  text: string;
  onEnd: (text: string, end: EditEnd) => void;
}

function CellEditor({ label, text: initial, onEnd }: CellEditorProps) {
  const [text, setText] = useState(initial);
  // The end moves the focus, whose loss would end the edit a second time.
  const isOver = useRef(false);

  function end(how: EditEnd) {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(text, how);
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey } = event;
    event.stopPropagation();
    // An input method takes Enter for itself.
    if (event.nativeEvent.isComposing) return;
    const how = { Enter: shiftKey ? "up" : "down", Tab: shiftKey ? "left" : "right" } as const;
    if (key === "Escape") end("cancel");
    else if (key === "Enter" || key === "Tab") {
      event.preventDefault();
      end(how[key]);
    }
  }

  return (
    <input
      ref={(input) => {
        if (!input || input === document.activeElement) return;
        input.focus({ preventScroll: true });
        input.setSelectionRange(initial.length, initial.length);
      }}
      aria-label={label}
      value={text}
      maxLength={500}
      autoComplete="off"
      spellCheck={false}
      className="min-w-0 flex-1 bg-transparent outline-none"
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end("stay")}
    />
  );
}

/** The cell of an element within the grid. */
export function cellAt(target: EventTarget): Cell | undefined {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest("[data-row]")?.getAttribute("data-row");
  const column = target.closest("[data-column]")?.getAttribute("data-column");
  if (row == null || column == null) return undefined;
  return { row: Number(row), column: Number(column) };
}
