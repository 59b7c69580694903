import type { ReactNode } from "react";

/**
 * A column's place in the card that replaces a row below 768 px:
 * - `title` top left, `value` top right (the amount), `status` right below it,
 * - `line` a "Header  value" line, `foot` the actions at the bottom,
 * - `none` left out (add the reason).
 */
export type CardPlace = "title" | "value" | "status" | "line" | "foot" | "none";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  card: CardPlace;
  /** Figures and amounts align at the end. */
  align?: "start" | "end";
  /** The header is for screen readers only (an actions column). */
  headerHidden?: boolean;
  /** Layout classes for the column's cells, such as a width. */
  className?: string;
}

/** A card's columns by place, in the table's order. */
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
