import type { ReactNode } from "react";

interface Share {
  readonly name: string;
  /** The bar's length, relative to the largest. */
  readonly size: number;
  readonly figure: ReactNode;
  /** A line under the figure. */
  readonly note: ReactNode;
}

interface ShareTableProps {
  caption: string;
  nameHeader: string;
  figureHeader: string;
  shares: readonly Share[];
}

/** A bar chart as a table: a name, a bar and a figure per row. */
export function ShareTable({ caption, nameHeader, figureHeader, shares }: ShareTableProps) {
  const largest = Math.max(...shares.map(({ size }) => size), 1);
  return (
    <table className="w-full table-fixed border-collapse text-dense">
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        <col />
        <col className="w-44" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">{nameHeader}</th>
          <th scope="col">{figureHeader}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ name, size, figure, note }) => (
          <tr key={name} className="h-13">
            <th scope="row" className="pr-4 text-left align-middle font-normal">
              <span className="block truncate leading-4.5 font-medium" title={name}>
                {name}
              </span>
              <span aria-hidden className="mt-2 block h-1.5 rounded-full bg-sunken">
                {size > 0 && (
                  <span
                    className="block h-full min-w-1 rounded-full bg-brand"
                    style={{ width: `${(size / largest) * 100}%` }}
                  />
                )}
              </span>
            </th>
            <td className="text-right align-middle leading-4.5 tabular-nums">
              <span className="block font-semibold">{figure}</span>
              <span className="block text-xs text-muted">{note}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
