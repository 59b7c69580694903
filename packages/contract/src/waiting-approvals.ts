import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, money } from "./call.ts";
import { id } from "./fields.ts";

/* A module of its own: every page of the console has the badge, and few need the requests. */

export const waitingApprovals = /* @__PURE__ */ z.object({
  count: count(),
  /** The longest waiting first, at most 100. */
  waiting: z.array(
    z.object({
      kind: z.enum(["request", "batch", "schedule"]),
      id,
      /** `₹4,50,000.00 to Asha Rao`, or the name of a file. */
      title: z.string(),
      /** Without charges; of a schedule, each time. */
      amount: money,
      since: instant(),
    }),
  ),
});
export type WaitingApprovals = z.output<typeof waitingApprovals>;

export const listWaitingApprovals = defineCall({
  name: "listWaitingApprovals",
  summary: "The payment requests, batches and schedules that the caller can approve now",
  tag: "Approvals",
  method: "GET",
  path: "/approvals/waiting",
  scopes: ["payouts:read"],
  who: "tenant",
  needs: "view",
  changesWith: ["requests"],
  answer: dataAnswer(waitingApprovals),
});
