import { addDays } from "@rokad/contract/days";
import { todayInIndia } from "@rokad/contract/fields";
import {
  exportGstr1,
  gstr1Sections,
  listIssuedInvoices,
  printIssuedInvoice,
  type Gstr1Section,
  type TaxDocument,
} from "@rokad/contract/tax-invoices";
import { ReceiptText } from "lucide-react";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { download } from "../api/download.ts";
import { usePage } from "../api/use-page.ts";
import { ExportButton } from "../common/exports/export-button.tsx";
import { PagedTable } from "../common/lists/paged-table.tsx";
import {
  documentColumns,
  formatMonth,
  numberColumn,
  pdfColumn,
} from "../common/tax-invoices/document-columns.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Select } from "../ui/select.tsx";
import type { Column } from "../ui/table-cards.ts";

const columns: readonly Column<TaxDocument>[] = [
  numberColumn,
  {
    id: "tenant",
    header: t`Recipient`,
    card: "line",
    cell: ({ recipient }) => (
      <>
        <span className="block">{recipient.legal_name}</span>
        <span className="text-xs text-muted">{recipient.gstin ?? t`Unregistered`}</span>
      </>
    ),
  },
  ...documentColumns,
  pdfColumn(printIssuedInvoice),
];

const all = "all";
const monthsBack = 24;

/** The months before this one, newest first. */
function lastMonths(): string[] {
  const months: string[] = [];
  for (let day = todayInIndia(); months.length < monthsBack;) {
    day = addDays(`${day.slice(0, 7)}-01`, -1);
    months.push(day.slice(0, 7));
  }
  return months;
}

/** The tax invoices and credit notes of all tenants, and GSTR-1. Only for those who may read them. */
export function IssuedInvoicesCard() {
  const [page, setPage] = useState(1);
  const [month, setMonth] = useState(all);
  const list = usePage(listIssuedInvoices, { page, limit: 20, ...(month !== all && { month }) });
  const isIssuing = list.answer?.summary.is_issuing ?? true;
  return (
    <Card>
      <CardHeader
        ruled
        title={t`Tax invoices`}
        description={t`Monthly invoices and credit notes for the fees of all tenants`}
      />
      <div className="flex flex-wrap items-end justify-between gap-3 border-b border-line px-4 py-3 md:px-5">
        <Select
          aria-label={t`Month of the charges`}
          options={[
            { value: all, label: t`All months` },
            ...lastMonths().map((value) => ({ value, label: formatMonth(value) })),
          ]}
          value={month}
          onValueChange={(next) => {
            setPage(1);
            setMonth(next);
          }}
          className="max-sm:w-full sm:w-48"
        />
        <Gstr1 />
      </div>
      <PagedTable<TaxDocument>
        caption={t`Tax invoices and credit notes of all tenants, newest first`}
        columns={columns}
        rowKey={({ id }) => id}
        skeletonRows={3}
        list={list}
        goToPage={setPage}
        empty={
          <EmptyState
            icon={<ReceiptText />}
            title={isIssuing ? t`No tax invoices` : t`No tax invoices are issued`}
            description={
              isIssuing
                ? t`Invoices of a month appear here on the first day of the next one.`
                : t`Enter legal name and GSTIN in System Settings. Missed months follow.`
            }
          />
        }
        failureText={t`Failed to load the tax invoices`}
        pagerLabel={t`Pages of tax invoices`}
        summaryOf={({ total_records: total }) =>
          t`${total.toLocaleString("en-IN")} documents, newest first`
        }
      />
    </Card>
  );
}

const sectionLabels: Readonly<Record<Gstr1Section, string>> = {
  b2b: "B2B",
  b2cl: t`B2C large`,
  b2cs: t`B2C small`,
  cdnr: t`Credit notes, registered`,
  cdnur: t`Credit notes, unregistered`,
};

/** Downloads a section of GSTR-1, which the GST offline tool imports. */
function Gstr1() {
  const months = lastMonths();
  const [month, setMonth] = useState(months[0] ?? "");
  const [section, setSection] = useState<Gstr1Section>("b2b");
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:last:col-span-2">
      <Select
        aria-label={t`Month of GSTR-1`}
        options={[todayInIndia().slice(0, 7), ...months].map((value) => ({
          value,
          label: formatMonth(value),
        }))}
        value={month}
        onValueChange={setMonth}
        className="sm:w-44"
      />
      <Select<Gstr1Section>
        aria-label={t`Section of GSTR-1`}
        options={gstr1Sections.map((value) => ({ value, label: sectionLabels[value] }))}
        value={section}
        onValueChange={setSection}
        className="sm:w-56"
      />
      <ExportButton
        name="gstr-1"
        label="GSTR-1 CSV"
        onExport={(options) =>
          download(
            exportGstr1,
            { query: { month, section } },
            `gstr1-${section}-${month}.csv`,
            options,
          )
        }
        successText={t`GSTR-1 exported successfully`}
        failureText={t`Failed to export GSTR-1`}
      />
    </div>
  );
}
