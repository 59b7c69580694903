import type {
  printIssuedInvoice,
  printTaxInvoice,
  TaxDocument,
} from "@rokad/contract/tax-invoices";
import { locale } from "../../locale.ts";
import { t } from "../../language.ts";
import { download } from "../../api/download.ts";
import { formatDay } from "../../ui/dates.ts";
import { Money } from "../../ui/money.tsx";
import { ExportButton } from "../exports/export-button.tsx";
import type { Column } from "../../ui/table-cards.ts";

const month = new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "long", year: "numeric" });

/** "October 2026" for `2026-10`. */
export function formatMonth(text: string): string {
  return month.format(new Date(`${text}-01T00:00:00Z`));
}

export const numberColumn: Column<TaxDocument> = {
  id: "number",
  header: t`Document`,
  card: "title",
  cell: ({ kind, number, invoice }) => (
    <>
      <span className="block font-medium whitespace-nowrap">{number}</span>
      <span className="text-xs text-muted">
        {kind === "invoice"
          ? t`Tax invoice`
          : t`Credit note for ${invoice?.number ?? t`an invoice`}`}
      </span>
    </>
  ),
};

/** Date, month and amounts of a document. */
export const documentColumns: readonly Column<TaxDocument>[] = [
  { id: "date", header: t`Date`, card: "line", cell: ({ date }) => formatDay(date) },
  { id: "month", header: t`Month`, card: "line", cell: (row) => formatMonth(row.month) },
  amountColumn("taxable", t`Taxable value`, ({ taxable_value: value }) => value),
  amountColumn("gst", "GST", ({ cgst, sgst, igst }) => ({
    amount: cgst.amount + sgst.amount + igst.amount,
    currency: "INR",
  })),
  { ...amountColumn("total", t`Total`, ({ total }) => total), card: "value" },
];

function amountColumn(
  id: string,
  header: string,
  valueOf: (row: TaxDocument) => TaxDocument["total"],
): Column<TaxDocument> {
  return {
    id,
    header,
    card: "line",
    align: "end",
    cell: (row) => <Money value={valueOf(row)} />,
  };
}

/** The button that saves a document as PDF. @param print the call of the tenant, or of the operator. */
export function pdfColumn(
  print: typeof printTaxInvoice | typeof printIssuedInvoice,
): Column<TaxDocument> {
  return {
    id: "pdf",
    header: "PDF",
    headerHidden: true,
    card: "foot",
    align: "end",
    cell: ({ id, number }) => (
      <ExportButton
        name={`tax-document-${id}`}
        label="PDF"
        onExport={(options) =>
          download(print, { params: { id } }, `${number.replaceAll("/", "-")}.pdf`, options)
        }
        successText={t`${number} downloaded`}
        failureText={t`Failed to download ${number}`}
      />
    ),
  };
}
