import { rowClick } from "./row-click.ts";
import { Skeleton } from "./skeleton.tsx";
import { cardPlan, type Column } from "./table-cards.ts";

interface CardRowsProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  onRowClick?: (row: Row) => void;
  skeletonRows?: number;
}

/** More cards than a phone shows. */
const skeletonCardsMax = 5;

/** A table's rows on a phone: one card each, without horizontal scrolling. */
export function CardRows<Row>({
  caption,
  columns,
  rows,
  rowKey,
  onRowClick,
  skeletonRows = skeletonCardsMax,
}: CardRowsProps<Row>) {
  if (!rows)
    return <SkeletonCards columns={columns} count={Math.min(skeletonRows, skeletonCardsMax)} />;
  const { title, value, status, line, foot } = cardPlan(columns);
  return (
    <ul aria-label={caption} className="divide-y divide-line">
      {rows.map((row) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- see rowClick
        <li
          key={rowKey(row)}
          className="px-4 py-3.5"
          onClick={rowClick(onRowClick && (() => onRowClick(row)))}
        >
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0 flex-1 text-sm">
              {title.map((column) => cellOf(column, row))}
            </div>
            <div className="flex max-w-3/5 flex-col items-end gap-1 text-right text-sm tabular-nums">
              {value.map((column) => cellOf(column, row))}
              {status.map((column) => cellOf(column, row))}
            </div>
          </div>
          {line.length > 0 && (
            <dl className="mt-2.5 grid grid-cols-[minmax(0,1fr)] gap-1.5 text-dense">
              {line.map((column) => {
                const cell = column.cell(row);
                // A header without a value says nothing on a card.
                if (cell === null || cell === false) return null;
                return (
                  <div key={column.id} className="flex flex-wrap items-center gap-x-4">
                    <dt className="shrink-0 text-muted">{column.header}</dt>
                    <dd className="ml-auto min-w-0 text-right tabular-nums">{cell}</dd>
                  </div>
                );
              })}
            </dl>
          )}
          {foot.length > 0 && (
            <div className="mt-3 flex flex-wrap justify-end gap-2">
              {foot.map((column) => cellOf(column, row))}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function cellOf<Row>(column: Column<Row>, row: Row) {
  return <div key={column.id}>{column.cell(row)}</div>;
}

/** Cards of about the height of a row without buttons, so that what follows stays in place. */
function SkeletonCards<Row>({
  columns,
  count,
}: {
  columns: readonly Column<Row>[];
  count: number;
}) {
  const { line } = cardPlan(columns);
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: count }, (_, card) => (
        <div key={card} className="px-4 py-3.5">
          <div className="flex h-5 items-center justify-between">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-4 w-20" />
          </div>
          {line.length > 0 && (
            <div className="mt-2.5 grid gap-1.5">
              {line.map(({ id }) => (
                <Skeleton key={id} className="h-5 w-full" />
              ))}
            </div>
          )}
        </div>
      ))}
    </div>
  );
}
