import { RequireFeature } from "../shell/require-feature.tsx";
import { GstSummaryCard } from "./gst-summary-card.tsx";
import { PayoutReportCard } from "./payout-report-card.tsx";
import { TaxInvoicesCard } from "./tax-invoices-card.tsx";
import { Statement } from "./statement.tsx";

export function ReportsPage() {
  return (
    <RequireFeature of="view_reports">
      <Statement />
      <PayoutReportCard />
      <GstSummaryCard />
      <TaxInvoicesCard />
    </RequireFeature>
  );
}
