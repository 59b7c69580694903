import type { ReactNode } from "react";

/**
 * Where a column stands in the card that a row becomes below 768 px:
 * - `title` top left, `value` top right (the amount), `status` right below it,
 * - `line` a "Header  value" line, `foot` the actions at the bottom,
 * - `none` left out (say why beside it).
 */
export type CardPlace = "title" | "value" | "status" | "line" | "foot" | "none";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  card: CardPlace;
  /** Figures and amounts stand at the end. */
  align?: "start" | "end";
  /** The header is read out but not shown (an actions column). */
  headerHidden?: boolean;
  /** Layout classes for the column's cells, such as a width. */
  className?: string;
}

/** The columns of a card by place, each in the table's order. */
export function cardPlan<Row>(columns: readonly Column<Row>[]): Record<CardPlace, Column<Row>[]> {
  const plan: Record<CardPlace, Column<Row>[]> = {
    title: [],
    value: [],
    status: [],
    line: [],
    foot: [],
    none: [],
  };
  for (const column of columns) plan[column.card].push(column);
  return plan;
}
