import * as z from "zod/mini";

/** The formats of a table's file. An Excel workbook keeps account numbers and UTRs whole. */
export const tableFormats = ["csv", "xlsx"] as const;
export type TableFormat = (typeof tableFormats)[number];

/** The format in a query. */
export const tableFormat = z._default(
  z.enum(tableFormats, { error: "Choose a format: csv or xlsx" }),
  "csv",
);
