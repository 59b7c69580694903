import * as z from "zod/mini";
import { count, defineCall, instant, money, one } from "./call.ts";
import { atMostAYear, day, sensibleRange } from "./fields.ts";
import { providerIds } from "./tenants.ts";

/** What was paid and earned in a day or period, by whom or whereto. */
const sums = {
  /** Asked for in the period and not failed, and how many payouts that were. */
  volume: money,
  count: count(),
  success_count: count(),
  failed_count: count(),
  /** Of the payouts that reached an end, in whole percent; null when none did. */
  success_rate: z.nullable(z.int()),
  /** Booked in the period, less what went back with returned payouts, whenever they began. */
  fees: money,
  gst: money,
};

export const platformSums = z.object(sums).register(z.globalRegistry, { id: "PlatformSums" });
export type PlatformSums = z.output<typeof platformSums>;

/** Those with the largest volume, and all the others together; null where there are none. */
function shares<const K extends z.ZodMiniType>(key: K) {
  return z.object({
    top: z.array(
      z.object({
        key,
        name: z.string(),
        ...sums,
        /** In the period before. */
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
    /** The period of the same length that ended just before. */
    previous: platformSums,
    /** Every day of the period, oldest first. */
    by_day: z.array(z.object({ day, ...sums })),
    by_tenant: shares(z.string()),
    by_provider: shares(z.enum(providerIds)),
    by_method: shares(z.enum(["imps", "upi"])),
    /** The bank of an IMPS payout, by its IFSC, and the handle of a UPI id, as `@okhdfcbank`. */
    by_bank: shares(z.string()),
    /** Why payouts of the period failed, most frequent first. */
    failure_reasons: z.array(z.object({ reason: z.string(), count: count(), volume: money })),
    other_reasons: z.nullable(z.object({ count: count(), volume: money })),
  })
  .register(z.globalRegistry, { id: "PlatformAnalytics" });
export type PlatformAnalytics = z.output<typeof platformAnalytics>;

/** Without `to` a period ends today, without `from` it has 30 days. */
const days = { from: z.optional(day), to: z.optional(day) };

export const getPlatformAnalytics = defineCall({
  name: "getPlatformAnalytics",
  summary: "All payouts of a period by day, tenant, provider, method and bank, and what was earned",
  method: "GET",
  path: "/super-admin/analytics",
  who: "superadmin",
  query: z.object(days).check(sensibleRange("from", "to"), atMostAYear()),
  answer: one(platformAnalytics),
});

/** The tables of the page, each of which can be taken as a file. */
export const analyticsTables = ["day", "tenant", "provider", "method", "bank", "reason"] as const;
export type AnalyticsTable = (typeof analyticsTables)[number];

export const exportPlatformAnalytics = defineCall({
  name: "exportPlatformAnalytics",
  summary: "One of the analytics' tables as CSV, with every row",
  method: "GET",
  path: "/super-admin/analytics/export",
  who: "superadmin",
  query: z
    .object({ ...days, by: z.enum(analyticsTables, { error: "Choose a table" }) })
    .check(sensibleRange("from", "to"), atMostAYear()),
  answer: "csv",
});

/** How long money has been held, youngest first; the last has no end. */
export const heldAgeMinutes = [5, 60, 6 * 60, 24 * 60, 3 * 24 * 60] as const;

export const moneyHeld = z
  .object({
    /** Set aside for payouts without an outcome: amount, fee and GST. */
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
      /** What the ledger holds in all wallets: the same, or the books need a look. */
      ledger_total: money,
      oldest_at: z.nullable(instant()),
    }),
    /** What tenants can spend. */
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
  summary: "Money that is held now and how old it is, and what else waits in wallets and deposits",
  method: "GET",
  path: "/super-admin/analytics/held",
  who: "superadmin",
  answer: one(moneyHeld),
});

export const exportMoneyHeld = defineCall({
  name: "exportMoneyHeld",
  summary: "The payouts that hold money now, oldest first, as CSV",
  method: "GET",
  path: "/super-admin/analytics/held/export",
  who: "superadmin",
  answer: "csv",
});
