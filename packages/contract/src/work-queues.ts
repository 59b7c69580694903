import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, money } from "./call.ts";
import { inr } from "./samples.ts";

/** What waits for super admins, in the order in which a day deals with it. */
export const workQueueKinds = [
  "deposits",
  "bank_accounts",
  "suspense",
  "outcomes",
  "adjustments",
  "changes",
  "differences",
  "closings",
  "jobs",
] as const;
export type WorkQueueKind = (typeof workQueueKinds)[number];

export const workQueue = z
  .object({
    kind: z.enum(workQueueKinds),
    count: count(),
    /** The sum of all of it; null for what has no amount. */
    amount: z.nullable(money),
    /** Since when the oldest one waits; null while nothing does. */
    oldest_at: z.nullable(instant()),
    /** What another super admin proposed or approved first, and the caller can confirm. */
    awaiting_me: count(),
  })
  .register(z.globalRegistry, { id: "WorkQueue" });
export type WorkQueue = z.output<typeof workQueue>;

export const listWorkQueues = defineCall({
  name: "listWorkQueues",
  summary: "What waits for super admins: count, amount and age of each queue",
  tag: "Activity",
  method: "GET",
  path: "/super-admin/work-queues",
  who: "superadmin",
  needs: "view",
  changesWith: ["deposits", "bank_accounts", "proposals", "jobs", "gateway", "tenants"],
  answer: dataAnswer(z.object({ queues: z.array(workQueue) })),
  example: {
    answer: {
      success: true,
      data: {
        queues: [
          {
            kind: "deposits",
            count: 33,
            amount: inr(31_60_000_00),
            oldest_at: "2026-11-20T04:10:00.000Z",
            awaiting_me: 2,
          },
        ],
      },
    },
  },
});
