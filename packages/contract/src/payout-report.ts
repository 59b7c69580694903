import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, money } from "./call.ts";
import { atMostAYear, id, requiredDay, validDateRange } from "./fields.ts";
import { limits } from "./limits.ts";
import { reportGroups } from "./report-groups.ts";
import { inr, sampleIds } from "./samples.ts";

const forReports = {
  tag: "Reports",
  method: "GET",
  who: "tenant",
  needs: "report",
  feature: "view_reports",
} as const;

const period = {
  from: requiredDay("Choose a from date"),
  to: requiredDay("Choose a to date"),
};
const by = z.enum(reportGroups, { error: "Choose what to group by" });

const figures = {
  count: count(),
  /** Amount without charges; of paid payouts, less what the bank sent back. */
  paid: money,
  paid_count: count(),
  failed_count: count(),
  cancelled_count: count(),
  /** Pending or processing. */
  open_count: count(),
  /** Fee and GST of payouts that were not refunded. */
  charges: money,
};

export const payoutReport = z
  .object({
    /** The groups with the largest paid amounts; the CSV file has all. */
    groups: z.array(
      z.object({
        /** Of the beneficiary or the batch, or the purpose; null for payouts without one. */
        key: z.nullable(z.string()),
        /** The saved or entered name, the file, or the purpose's label. */
        label: z.string(),
        ...figures,
        last_at: instant(),
      }),
    ),
    groups_count: count(),
    total: z.object(figures),
  })
  .register(z.globalRegistry, { id: "PayoutReport" });
export type PayoutReport = z.output<typeof payoutReport>;

const figuresSample = {
  count: 1,
  paid: inr(1500_25),
  paid_count: 1,
  failed_count: 0,
  cancelled_count: 0,
  open_count: 0,
  charges: inr(5_90),
};

export const getPayoutReport = defineCall({
  ...forReports,
  name: "getPayoutReport",
  summary: "Payouts of a period by beneficiary, batch or purpose, the largest amounts first",
  path: "/reports/payouts",
  query: z.object({ ...period, by }).check(validDateRange("from", "to"), atMostAYear()),
  answer: dataAnswer(payoutReport),
  errors: ["PAYOUT_REPORT_TOO_LARGE"],
  example: {
    answer: {
      success: true,
      data: {
        groups: [
          {
            key: sampleIds.beneficiary,
            label: "Asha Rao",
            ...figuresSample,
            last_at: "2026-11-20T06:30:00.000Z",
          },
        ],
        groups_count: 1,
        total: figuresSample,
      },
    },
  },
});

export const exportPayoutReport = defineCall({
  ...forReports,
  name: "exportPayoutReport",
  summary: "All groups of the report as CSV",
  path: "/reports/payouts/export",
  query: z.object({ ...period, by }).check(validDateRange("from", "to"), atMostAYear()),
  answer: "csv",
});

export const exportReportedPayouts = defineCall({
  ...forReports,
  name: "exportReportedPayouts",
  summary: "Payouts of a period with beneficiary, batch, purpose and remarks as CSV",
  path: "/reports/payouts/rows",
  query: z
    .object({
      ...period,
      beneficiary: z.optional(id),
      batch: z.optional(id),
      purpose: z.optional(
        z.string().check(z.maxLength(limits.tagCharsMax), z.regex(/^[a-z_]+$/, "Not a purpose")),
      ),
    })
    .check(validDateRange("from", "to"), atMostAYear()),
  answer: "csv",
});
