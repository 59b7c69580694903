import * as z from "zod/mini";
import { count, defineCall, instant, pageAnswer, dataAnswer } from "./call.ts";
import {
  atMostAYear,
  day,
  id,
  idParams,
  limit,
  page,
  requiredDay,
  validDateRange,
} from "./fields.ts";
import { limits } from "./limits.ts";

/** The reports over all tenants. */
export const platformReportKinds = [
  "platform_statement",
  "fees_and_gst",
  "deposits_by_day",
  "payouts_by_day",
  "payout_register",
] as const;
export type PlatformReportKind = (typeof platformReportKinds)[number];

export const reportFormats = ["csv", "xlsx", "pdf"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** The title of each, on the page and in the file. */
export const platformReportTitles: Record<PlatformReportKind, string> = {
  platform_statement: "Platform statement",
  fees_and_gst: "Fees and GST by month and tenant",
  deposits_by_day: "Deposits by day and tenant",
  payouts_by_day: "Payouts by day and tenant",
  payout_register: "Payout register",
};

export const platformReport = z
  .object({
    id,
    kind: z.enum(platformReportKinds),
    format: z.enum(reportFormats),
    from: day,
    to: day,
    /** `failed`: can be retried; `expired`: the file is deleted. */
    state: z.enum(["waiting", "making", "ready", "failed", "expired"]),
    /** The total is null while it is unknown. */
    progress: z.object({ done: count(), total: z.nullable(count()) }),
    /** Why the last try failed. */
    reason: z.nullable(z.string()),
    file_name: z.string(),
    /** These three are null until the file is ready. */
    bytes: z.nullable(count()),
    rows: z.nullable(count()),
    expires_at: z.nullable(instant()),
    created_at: instant(),
  })
  .register(z.globalRegistry, { id: "PlatformReport" });
export type PlatformReport = z.output<typeof platformReport>;

export const listPlatformReports = defineCall({
  name: "listPlatformReports",
  summary: "Your reports, newest first",
  tag: "Platform reports",
  method: "GET",
  path: "/super-admin/reports",
  who: "superadmin",
  needs: "view",
  changesWith: ["jobs"],
  query: z.object({ page: page(), limit: limit(limits.platformReportsPageRows) }),
  answer: pageAnswer(platformReport),
});

export const reportRequest = z
  .object({
    kind: z.enum(platformReportKinds, { error: "Choose a report" }),
    format: z.enum(reportFormats, { error: "Choose a format: csv, xlsx or pdf" }),
    from: requiredDay("Choose a from date"),
    to: requiredDay("Choose a to date"),
  })
  .check(validDateRange("from", "to"), atMostAYear());
export type ReportRequest = z.output<typeof reportRequest>;

export const requestPlatformReport = defineCall({
  name: "requestPlatformReport",
  summary: "Generate a report over all tenants in the background",
  tag: "Platform reports",
  method: "POST",
  path: "/super-admin/reports",
  who: "superadmin",
  needs: "finance",
  stepUp: { unsigned: "Account numbers in it are masked" },
  body: reportRequest,
  answer: dataAnswer(platformReport),
  status: 201,
  idempotent: true,
  errors: ["TOO_MANY_REPORTS"],
});

export const downloadPlatformReport = defineCall({
  name: "downloadPlatformReport",
  summary: "The file of a ready report",
  tag: "Platform reports",
  method: "GET",
  path: "/super-admin/reports/{id}/file",
  who: "superadmin",
  needs: "view",
  params: idParams,
  answer: "file",
  errors: ["REPORT_NOT_READY", "REPORT_EXPIRED"],
});

export const retryPlatformReport = defineCall({
  name: "retryPlatformReport",
  summary: "Retry a failed report",
  tag: "Platform reports",
  method: "POST",
  path: "/super-admin/reports/{id}/retry",
  who: "superadmin",
  needs: "finance",
  stepUp: { unsigned: "Account numbers in it are masked" },
  params: idParams,
  answer: dataAnswer(platformReport),
  errors: ["JOB_NOT_DEAD"],
});
