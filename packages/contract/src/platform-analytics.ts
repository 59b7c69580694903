import * as z from "zod/mini";
import { count, defineCall, instant, money, dataAnswer } from "./call.ts";
import { atMostAYear, day, validDateRange } from "./fields.ts";
import { providerIds } from "./tenants.ts";

/** Volume and income of a day or period, in total or by one dimension. */
const sums = {
  /** Amount and number of the period's payouts, without failed ones. */
  volume: money,
  count: count(),
  success_count: count(),
  failed_count: count(),
  /** Of the payouts with an outcome, in whole percent; null without any. */
  success_rate: z.nullable(z.int()),
  /** Posted in the period, minus refunds for returned payouts of any date. */
  fees: money,
  gst: money,
};

export const platformSums = z.object(sums).register(z.globalRegistry, { id: "PlatformSums" });
export type PlatformSums = z.output<typeof platformSums>;

/** The largest by volume, and all others together; null if there are none. */
function shares<const K extends z.ZodMiniType>(key: K) {
  return z.object({
    top: z.array(
      z.object({
        key,
        name: z.string(),
        ...sums,
        /** In the previous period. */
        previous_volume: money,
      }),
    ),
    others: z.nullable(z.object({ ...sums, previous_volume: money })),
  });
}

const period = z.object({ from: day, to: day });

export const platformAnalytics = z
  .object({
    period,
    previous_period: period,
    totals: platformSums,
    /** The period of the same length immediately before. */
    previous: platformSums,
    /** Every day of the period, oldest first. */
    by_day: z.array(z.object({ day, ...sums })),
    by_tenant: shares(z.string()),
    by_provider: shares(z.enum(providerIds)),
    by_method: shares(z.enum(["imps", "upi"])),
    /** The bank of an IMPS payout by its IFSC, or the handle of a UPI ID, such as `@okhdfcbank`. */
    by_bank: shares(z.string()),
    /** Failure reasons of the period, most frequent first. */
    failure_reasons: z.array(z.object({ reason: z.string(), count: count(), volume: money })),
    other_reasons: z.nullable(z.object({ count: count(), volume: money })),
  })
  .register(z.globalRegistry, { id: "PlatformAnalytics" });
export type PlatformAnalytics = z.output<typeof platformAnalytics>;

/** By default, `to` is today and the period has 30 days. */
const days = { from: z.optional(day), to: z.optional(day) };

export const getPlatformAnalytics = defineCall({
  name: "getPlatformAnalytics",
  summary: "Payouts and income of a period by day, tenant, provider, method and bank",
  tag: "Analytics",
  method: "GET",
  path: "/super-admin/analytics",
  who: "superadmin",
  needs: "view",
  query: z.object(days).check(validDateRange("from", "to"), atMostAYear()),
  answer: dataAnswer(platformAnalytics),
});

/** The tables of the page, each with a CSV export. */
export const analyticsTables = ["day", "tenant", "provider", "method", "bank", "reason"] as const;
export type AnalyticsTable = (typeof analyticsTables)[number];

export const exportPlatformAnalytics = defineCall({
  name: "exportPlatformAnalytics",
  summary: "One analytics table as CSV, with all rows",
  tag: "Analytics",
  method: "GET",
  path: "/super-admin/analytics/export",
  who: "superadmin",
  needs: "view",
  query: z
    .object({ ...days, by: z.enum(analyticsTables, { error: "Choose a table" }) })
    .check(validDateRange("from", "to"), atMostAYear()),
  answer: "csv",
});

/** Lower bounds of the age groups of money on hold, in minutes; the last is open-ended. */
export const heldAgeMinutes = [5, 60, 6 * 60, 24 * 60, 3 * 24 * 60] as const;

export const moneyHeld = z
  .object({
    /** On hold for payouts without an outcome: amount, fee and GST. */
    held: z.object({
      total: money,
      count: count(),
      by_age: z.array(
        z.object({
          from_minutes: count(),
          to_minutes: z.nullable(count()),
          count: count(),
          total: money,
        }),
      ),
      /** What payment requests hold from their submission. */
      requests: z.object({ total: money, count: count() }),
      /** The ledger's sum of all holds; must equal `total` and that of the requests. */
      ledger_total: money,
      oldest_at: z.nullable(instant()),
    }),
    /** The tenants' available balances. */
    available: z.object({ total: money, wallets: count() }),
    pending_deposits: z.object({
      total: money,
      count: count(),
      oldest_at: z.nullable(instant()),
    }),
  })
  .register(z.globalRegistry, { id: "MoneyHeld" });
export type MoneyHeld = z.output<typeof moneyHeld>;

export const getMoneyHeld = defineCall({
  name: "getMoneyHeld",
  summary: "Money on hold by age, available balances, and pending deposits",
  tag: "Analytics",
  method: "GET",
  path: "/super-admin/analytics/held",
  who: "superadmin",
  needs: "view",
  answer: dataAnswer(moneyHeld),
});

export const exportMoneyHeld = defineCall({
  name: "exportMoneyHeld",
  summary: "The payouts with money on hold, oldest first, as CSV",
  tag: "Analytics",
  method: "GET",
  path: "/super-admin/analytics/held/export",
  who: "superadmin",
  needs: "view",
  answer: "csv",
});
