import { cn } from "../class-names.ts";

interface FiguresTableProps {
  caption: string;
  /** The first header is for the row names. */
  headers: readonly string[];
  rows: readonly (readonly string[])[];
  /** False: for screen readers only, beside the chart. */
  shown: boolean;
  className?: string;
}

/** All figures of a chart as a table. */
export function FiguresTable({ caption, headers, rows, shown, className }: FiguresTableProps) {
  return (
    <div
      className={cn(
        shown ? "overflow-auto rounded-control border border-line" : "sr-only",
        className,
      )}
      {...(shown && { role: "region", "aria-label": caption, tabIndex: 0 })}
    >
      <table className="w-full border-collapse text-dense tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {headers.map((header, at) => (
              <th
                key={header}
                scope="col"
                className={cn(
                  "sticky top-0 bg-sunken px-3 py-2 text-xs font-medium whitespace-nowrap text-muted",
                  at === 0 ? "left-0 z-10 text-left" : "text-right",
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(([name, ...figures]) => (
            <tr key={name}>
              <th
                scope="row"
                className="sticky left-0 bg-surface px-3 py-2 text-left font-medium whitespace-nowrap"
              >
                {name}
              </th>
              {figures.map((figure, at) => (
                <td key={headers[at + 1]} className="px-3 py-2 text-right whitespace-nowrap">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
