import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, money, type Answer } from "./call.ts";
import { id } from "./fields.ts";
import { limits } from "./limits.ts";

/** What can leave the wallet: due days of payouts and of batches, requests, batches, payouts that wait for funds, and those in progress. */
export const upcomingKinds = [
  "schedule",
  "batch_schedule",
  "request",
  "batch",
  "waiting",
  "payouts",
] as const;
export type UpcomingKind = (typeof upcomingKinds)[number];

const upcomingItem = z
  .object({
    kind: z.enum(upcomingKinds),
    /** Of the schedule, request, batch (also for a day on which it comes again) or waiting payout; null for the payouts in progress, which are one item. */
    id: z.nullable(id),
    /** Payee or file. */
    title: z.string(),
    /** When it leaves; null for what leaves as soon as it is approved, funded or sent. */
    at: z.nullable(instant()),
    /** False if the day depends on bank holidays of a year whose list is not installed. */
    is_day_known: z.boolean(),
    /** What it waits for, in words; null for a due day. */
    waits_for: z.nullable(z.string()),
    payouts: count(),
    amount: money,
    /** With fee and GST. Zero for payouts in progress: the wallet holds their money already. */
    total: money,
    /** The wallet after it and all before it; below zero, the wallet does not cover it. */
    balance_after: money,
  })
  .register(z.globalRegistry, { id: "UpcomingItem" });
export type UpcomingItem = z.output<typeof upcomingItem>;

export const listUpcoming = defineCall({
  tag: "Schedules",
  name: "listUpcoming",
  summary: "What leaves the wallet when, with the balance after each item",
  method: "GET",
  path: "/upcoming",
  who: "tenant",
  needs: "view",
  changesWith: ["payouts", "wallet", "requests"],
  query: z.object({
    days: z._default(
      z.coerce
        .number({ error: "days must be a whole number from 1 to 92" })
        .check(
          z.int("days must be a whole number from 1 to 92"),
          z.minimum(1, "days must be a whole number from 1 to 92"),
          z.maximum(limits.upcomingDaysMax, "days must be a whole number from 1 to 92"),
        ),
      30,
    ),
  }),
  answer: dataAnswer(
    z.object({
      available: money,
      items: z.array(upcomingItem),
      /** True if there are more items than one answer has. */
      is_cut: z.boolean(),
      /** What to do so that all are covered; null if the wallet covers them. */
      top_up: z.nullable(
        z.object({
          amount: money,
          /** When the first uncovered item leaves; null if at once. */
          by: z.nullable(instant()),
          payouts: count(),
          /** `Top up ₹x by Friday 27 November 16:00, or 7 payouts wait`. */
          sentence: z.string(),
        }),
      ),
      holidays_missing: z.array(z.int()),
    }),
  ),
});
export type Upcoming = Answer<typeof listUpcoming>["data"];
