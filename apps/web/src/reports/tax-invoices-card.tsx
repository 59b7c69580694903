import { getBillingDetails, type saveBillingDetails } from "@rokad/contract/billing-details";
import { listTaxInvoices, printTaxInvoice, type TaxDocument } from "@rokad/contract/tax-invoices";
import { Pencil, ReceiptText } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { useApi } from "../api/use-api.ts";
import { usePage } from "../api/use-page.ts";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { Permitted } from "../common/people/permitted.tsx";
import {
  documentColumns,
  numberColumn,
  pdfColumn,
} from "../common/tax-invoices/document-columns.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { Column } from "../ui/table-cards.ts";

const BillingDialog = lazy(async () => ({
  default: (await import("./billing-dialog.tsx")).BillingDialog,
}));

const columns: readonly Column<TaxDocument>[] = [
  numberColumn,
  ...documentColumns,
  pdfColumn(printTaxInvoice),
];

/** The tax invoices and credit notes of the business, and the details that they name. */
export function TaxInvoicesCard() {
  const [page, setPage] = useState(1);
  const list = usePage(listTaxInvoices, { page, limit: 20 });
  const isIssuing = list.answer?.summary.is_issuing ?? true;
  return (
    <Card aria-labelledby="tax-invoices">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-4 md:px-5">
        <div className="min-w-0">
          <h2 id="tax-invoices" className="text-[15px] leading-5.5 font-semibold tracking-tight">
            {t`Tax invoices`}
          </h2>
          <p className="mt-0.5 text-dense text-muted">
            {t`One invoice for the fees of each month, after its end`}
          </p>
        </div>
        <EditBilling />
      </header>
      <PagedTable<TaxDocument>
        caption={t`Tax invoices and credit notes, newest first`}
        columns={columns}
        rowKey={({ id }) => id}
        skeletonRows={3}
        list={list}
        goToPage={setPage}
        empty={
          <EmptyState
            icon={<ReceiptText />}
            title={t`No tax invoices yet`}
            description={
              isIssuing
                ? t`The invoice of a month appears here on the first day of the next one.`
                : t`No invoices are issued until the operator has entered legal name and GSTIN.`
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

/** What the invoices name now, and the button that changes it. */
function EditBilling() {
  const { data, mutate } = useApi(getBillingDetails, {}, { onFocus: false });
  const [dialog, setDialog] = useState({ open: false, times: 0 });
  const details = data?.data;
  return (
    <div className="flex flex-wrap items-center gap-3 max-sm:w-full">
      {details && (
        <p className="min-w-0 truncate text-dense text-muted">
          {details.legal_name} · {details.gstin ?? t`no GSTIN`}
        </p>
      )}
      <Permitted<typeof saveBillingDetails> needs="manage_team">
        <Button
          variant="secondary"
          icon={<Pencil />}
          disabled={details === undefined}
          className="max-sm:w-full"
          onClick={() => setDialog(({ times }) => ({ open: true, times: times + 1 }))}
        >
          {t`Billing details`}
        </Button>
      </Permitted>
      <Suspense>
        {details !== undefined && dialog.times > 0 && (
          <BillingDialog
            key={dialog.times}
            details={details}
            open={dialog.open}
            onClose={() => setDialog(({ times }) => ({ open: false, times }))}
            refresh={() => void mutate()}
          />
        )}
      </Suspense>
    </div>
  );
}
