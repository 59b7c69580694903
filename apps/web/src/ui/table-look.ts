import { useState } from "react";

/** How a person wants to see a table on a desk. */
export interface TableLook {
  /** The ids of the columns left out. */
  readonly hidden: readonly string[];
  /** One line for each row. */
  readonly isCompact: boolean;
}

const asUsual: TableLook = { hidden: [], isCompact: false };

/** The look of a table, kept in this browser. */
export function useTableLook(name: string): [TableLook, (next: TableLook) => void] {
  const key = `table_${name}`;
  const [look, setLook] = useState(() => readLook(localStorage.getItem(key)));
  return [
    look,
    (next) => {
      localStorage.setItem(key, JSON.stringify(next));
      setLook(next);
    },
  ];
}

/** What was stored by an earlier version, or by hand, may be anything. */
export function readLook(text: string | null): TableLook {
  try {
    const { hidden, isCompact } = JSON.parse(text ?? "{}") as Partial<TableLook>;
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === "string") : [],
      isCompact: isCompact === true,
    };
  } catch {
    return asUsual;
  }
}
