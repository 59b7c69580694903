import {
  platformReportTitles,
  type PlatformReportKind,
  type ReportFormat,
} from "@rokad/contract/platform-reports";

/** What each report tells, before anybody has one made. */
export const reportDescriptions: Record<PlatformReportKind, string> = {
  platform_statement:
    "Every account of the ledger: opening, credits, debits and closing, for the period and each of its months",
  fees_and_gst:
    "What each tenant was charged and given back in each month, with taxable value and GST due",
  deposits_by_day: "Deposits requested, credited and rejected, for each day and tenant",
  payouts_by_day: "Payouts requested, paid, failed and returned, for each day and tenant",
  payout_register:
    "One line for each payout: tenant, beneficiary, amount, fee, GST, status and UTR",
};

export const formatWords: Record<ReportFormat, string> = { xlsx: "Excel", csv: "CSV", pdf: "PDF" };

export const reportOptions = Object.entries(platformReportTitles).map(([value, label]) => ({
  value: value as PlatformReportKind,
  label,
}));
