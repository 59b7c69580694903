import type { GstSummary } from "@rokad/contract/reports";
import type { ReactNode } from "react";
import { locale } from "../locale.ts";
import { t } from "../language.ts";
import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table-cards.ts";

/** A month, or the year's total as the last row. */
export type GstRow = GstSummary["total"] & { id: string; isTotal: boolean };

type Amount = "fees" | "fees_returned" | "taxable_value" | "gst" | "total";
type Count = "paid_count" | "returned_count";

const month = new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "long", year: "numeric" });

export const gstColumns: readonly Column<GstRow>[] = [
  {
    id: "month",
    header: t`Month`,
    card: "title",
    cell: (row) =>
      boldIfTotal(row, row.isTotal ? t`Total` : month.format(new Date(`${row.id}-01T00:00:00Z`))),
  },
  countColumn("paid_count", t`Payouts paid`),
  countColumn("returned_count", t`Returned`),
  amountColumn("fees", t`Fees`),
  amountColumn("fees_returned", t`Fees returned`),
  amountColumn("taxable_value", t`Taxable value`),
  amountColumn("gst", "GST"),
  { ...amountColumn("total", t`Total`), card: "value" },
];

function countColumn(id: Count, header: string): Column<GstRow> {
  return {
    id,
    header,
    card: "line",
    align: "end",
    cell: (row) => boldIfTotal(row, row[id].toLocaleString("en-IN")),
  };
}

function amountColumn(id: Amount, header: string): Column<GstRow> {
  return {
    id,
    header,
    card: "line",
    align: "end",
    cell: (row) => boldIfTotal(row, <Money value={row[id]} />),
  };
}

function boldIfTotal({ isTotal }: GstRow, children: ReactNode): ReactNode {
  return <span className={isTotal ? "font-semibold" : undefined}>{children}</span>;
}
