import type { GstSummary } from "@rokad/contract/reports";
import type { ReactNode } from "react";
import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table-cards.ts";

/** A month, or the whole year as the last row. */
export type GstRow = GstSummary["total"] & { id: string; isTotal: boolean };

type Amount = "fees" | "fees_returned" | "taxable_value" | "gst" | "total";
type Count = "paid_count" | "returned_count";

const month = new Intl.DateTimeFormat("en-IN", { timeZone: "UTC", month: "long", year: "numeric" });

export const gstColumns: readonly Column<GstRow>[] = [
  {
    id: "month",
    header: "Month",
    card: "title",
    cell: (row) =>
      strong(row, row.isTotal ? "Total" : month.format(new Date(`${row.id}-01T00:00:00Z`))),
  },
  count("paid_count", "Payouts paid"),
  count("returned_count", "Returned"),
  amount("fees", "Fees"),
  amount("fees_returned", "Fees returned"),
  amount("taxable_value", "Taxable value"),
  amount("gst", "GST"),
  { ...amount("total", "Total"), card: "value" },
];

function count(id: Count, header: string): Column<GstRow> {
  return {
    id,
    header,
    card: "line",
    align: "end",
    cell: (row) => strong(row, row[id].toLocaleString("en-IN")),
  };
}

function amount(id: Amount, header: string): Column<GstRow> {
  return {
    id,
    header,
    card: "line",
    align: "end",
    cell: (row) => strong(row, <Money value={row[id]} />),
  };
}

function strong({ isTotal }: GstRow, children: ReactNode): ReactNode {
  return <span className={isTotal ? "font-semibold" : undefined}>{children}</span>;
}
