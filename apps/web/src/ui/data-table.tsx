import type { ReactNode } from "react";
import { CardRows } from "./card-rows.tsx";
import { cn } from "./class-names.ts";
import { rowClick } from "./row-click.ts";
import { Skeleton } from "./skeleton.tsx";
import type { CardPlace, Column } from "./table-cards.ts";
import type { TableLook } from "./table-look.ts";
import { phone, useMediaQuery } from "./use-media-query.ts";
import { usePinnedColumns } from "./use-pinned-columns.ts";

export interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page loads: shows a skeleton. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Dims the current rows while new ones load. */
  refreshing?: boolean;
  /** Less space between columns and rows, for wide tables. */
  tight?: boolean;
  /** What the person chose to see on a desk. */
  look?: TableLook;
  skeletonRows?: number;
  /** Instead of rows when there are none: an EmptyState. */
  empty: ReactNode;
  /** Instead of rows after a failed load: an ErrorPanel. */
  error?: ReactNode;
  /** A click anywhere on a row; put a real link or button into a cell for the keyboard. */
  onRowClick?: (row: Row) => void;
}

/**
 * A table from 768 px, cards below that. Where the table is wider than its place, it scrolls, and its
 * title, status and last column stay in view.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isPhone = useMediaQuery(phone);
  if (props.error) return props.error;
  if (props.rows?.length === 0) return props.empty;
  return (
    <div
      aria-busy={!props.rows || props.refreshing || undefined}
      className={cn("transition-opacity duration-150", props.refreshing && "opacity-60")}
    >
      {isPhone ? <CardRows {...props} /> : <TableRows {...props} />}
    </div>
  );
}

function TableRows<Row>({
  caption,
  columns: all,
  rows,
  rowKey,
  skeletonRows = 8,
  tight = false,
  look,
  onRowClick,
}: DataTableProps<Row>) {
  const columns = all.filter(({ id, card }) => card !== "line" || !look?.hidden.includes(id));
  const { ref, pins } = usePinnedColumns(columns);
  return (
    // Relative, so that screen-reader text scrolls inside and does not widen the page.
    <div ref={ref} style={pins.box} className="relative overflow-x-auto rounded-b-card">
      <table
        data-compact={look?.isCompact || undefined}
        className="group/table w-full border-collapse text-dense"
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line">
          <tr className="bg-sunken">
            {columns.map((column, index) => (
              <th
                key={column.id}
                scope="col"
                style={pins.cells[index]}
                className={cellClass(column, tight, "py-2.5 text-xs font-medium text-muted")}
              >
                {column.headerHidden ? (
                  <span className="sr-only">{column.header}</span>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows?.map((row) => (
            <tr
              key={rowKey(row)}
              className={cn(
                "bg-surface transition-colors duration-100 hover:bg-sunken",
                onRowClick && "cursor-pointer",
              )}
              onClick={rowClick(onRowClick && (() => onRowClick(row)))}
            >
              {columns.map((column, index) => (
                <td
                  key={column.id}
                  style={pins.cells[index]}
                  className={cellClass(column, tight, rowHeight(tight))}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          )) ?? <SkeletonRows columns={columns} count={skeletonRows} tight={tight} />}
        </tbody>
      </table>
    </div>
  );
}

function rowHeight(tight: boolean): string {
  return cn(
    "group-data-compact/table:h-9 group-data-compact/table:py-0.5",
    tight ? "h-12 py-1.5" : "h-13.5 py-2",
  );
}

/** Text may be long; an amount, a status or a button is never cut. */
const capped: ReadonlySet<CardPlace> = new Set(["title", "line"]);

function cellClass<Row>(column: Column<Row>, tight: boolean, own: string): string {
  return cn(
    "whitespace-nowrap first:pl-5 last:pr-5",
    tight ? "px-1.5" : "px-3",
    column.align === "end" ? "text-right tabular-nums" : "text-left",
    column.className ?? (capped.has(column.card) && "max-w-72 truncate"),
    own,
  );
}

function SkeletonRows<Row>({
  columns,
  count,
  tight,
}: {
  columns: readonly Column<Row>[];
  count: number;
  tight: boolean;
}) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row}>
      {columns.map((column, index) => (
        <td key={column.id} className={cellClass(column, tight, rowHeight(tight))}>
          <Skeleton
            className={cn(
              "h-3.5",
              index % 3 === 0 ? "w-24" : "w-16",
              column.align === "end" && "ml-auto",
            )}
          />
        </td>
      ))}
    </tr>
  ));
}
