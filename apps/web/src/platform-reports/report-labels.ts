import {
  platformReportTitles,
  type PlatformReportKind,
  type ReportFormat,
} from "@rokad/contract/platform-reports";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";

/** Each report's content, shown below the selected report. */
export const reportDescriptions: Record<PlatformReportKind, string> = {
  platform_statement: t`Ledger accounts with opening, credits, debits and closing, by period and month`,
  fees_and_gst: t`Charges and refunds by tenant and month, with taxable value and GST due`,
  deposits_by_day: t`Deposits requested, credited and rejected, by day and tenant`,
  payouts_by_day: t`Payouts requested, paid, failed and returned, by day and tenant`,
  payout_register: t`One line for each payout: tenant, beneficiary, amount, fee, GST, status and UTR`,
};

export const formatLabels: Record<ReportFormat, string> = { xlsx: "Excel", csv: "CSV", pdf: "PDF" };

export const reportOptions = Object.entries(platformReportTitles).map(([value, label]) => ({
  value: value as PlatformReportKind,
  label: translateText(label),
}));
