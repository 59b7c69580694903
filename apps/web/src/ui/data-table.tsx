import type { ReactNode } from "react";
import { CardRows } from "./card-rows.tsx";
import { cn } from "./class-names.ts";
import { rowClick } from "./row-click.ts";
import { Skeleton } from "./skeleton.tsx";
import type { Column } from "./table-cards.ts";
import { phone, useMediaQuery } from "./use-media-query.ts";

interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page loads: shows a skeleton. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Dims the current rows while new ones load. */
  refreshing?: boolean;
  /** Less space between columns, for wide tables. */
  tight?: boolean;
  skeletonRows?: number;
  /** Instead of rows when there are none: an EmptyState. */
  empty: ReactNode;
  /** Instead of rows after a failed load: an ErrorPanel. */
  error?: ReactNode;
  /** A click anywhere on a row; put a real link or button into a cell for the keyboard. */
  onRowClick?: (row: Row) => void;
}

/** A table from 768 px, cards below that. */
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
  columns,
  rows,
  rowKey,
  skeletonRows = 8,
  tight = false,
  onRowClick,
}: DataTableProps<Row>) {
  return (
    // Relative, so that screen-reader text scrolls inside and does not widen the page.
    <div className="relative overflow-x-auto">
      <table className="w-full border-collapse text-dense">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line bg-sunken/60">
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
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
                "transition-colors duration-100 hover:bg-sunken/50",
                onRowClick && "cursor-pointer",
              )}
              onClick={rowClick(onRowClick && (() => onRowClick(row)))}
            >
              {columns.map((column) => (
                <td key={column.id} className={cellClass(column, tight, "h-13.5 py-2")}>
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

function cellClass<Row>(column: Column<Row>, tight: boolean, own: string): string {
  return cn(
    "whitespace-nowrap first:pl-5 last:pr-5",
    tight ? "px-1.5" : "px-3",
    column.align === "end" ? "text-right tabular-nums" : "text-left",
    column.className,
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
        <td key={column.id} className={cellClass(column, tight, "h-13.5 py-2")}>
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
