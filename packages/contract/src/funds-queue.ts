import * as z from "zod/mini";
import { dataAnswer, defineCall } from "./call.ts";
import { idParams } from "./fields.ts";
import { fundsQueue } from "./funds-queue-state.ts";
import { limits } from "./limits.ts";
import { cancelledPayout } from "./payout-cancellation.ts";
import { inr, sampleIds } from "./samples.ts";

/** Calls about payouts that wait until the wallet covers them. */

const waitHours = z
  .int({ error: "Enter the hours as a whole number" })
  .check(
    z.minimum(limits.fundsWaitHoursMin, "A payout waits at least 1 hour"),
    z.maximum(limits.fundsWaitHoursMax, "A payout waits at most 240 hours, which is 10 days"),
  );

const sample = {
  is_on: true,
  wait_hours: 96,
  count: 2,
  total: inr(5_400_00),
  missing: inr(3_400_00),
  first_expires_at: "2026-11-24T06:30:00.000Z",
} as const;

export const getFundsQueue = defineCall({
  name: "getFundsQueue",
  summary: "Whether payouts wait for funds, and how many do",
  tag: "Payouts",
  method: "GET",
  path: "/payouts/funds-queue",
  who: "tenant",
  needs: "view",
  changesWith: ["payouts", "wallet"],
  answer: dataAnswer(fundsQueue),
  example: { answer: { success: true, data: sample } },
});

export const fundsQueueForm = z.object({
  is_on: z.boolean({ error: "Choose on or off" }),
  wait_hours: waitHours,
});

export const setFundsQueue = defineCall({
  name: "setFundsQueue",
  summary: "Choose whether payouts that the wallet does not cover wait, and how long",
  tag: "Payouts",
  method: "PUT",
  path: "/payouts/funds-queue",
  who: "tenant",
  needs: "manage_policy",
  stepUp: { signs: "request" },
  idempotent: true,
  body: fundsQueueForm,
  answer: z.object({ success: z.literal(true), message: z.string(), data: fundsQueue }),
  example: { request: { is_on: true, wait_hours: 96 } },
});

export const cancelWaitingPayout = defineCall({
  name: "cancelWaitingPayout",
  summary: "Cancel a payout that waits for funds, as its maker or as one who approves",
  tag: "Payouts",
  method: "POST",
  path: "/payouts/funds-queue/{id}/cancel",
  who: "tenant",
  needs: "view",
  params: idParams,
  answer: dataAnswer(cancelledPayout),
  idempotent: true,
  errors: ["PAYOUT_NOT_CANCELLABLE"],
  example: {
    answer: {
      success: true,
      message: "Payout cancelled. Nothing was on hold.",
      data: {
        id: sampleIds.payout,
        reference_id: "RKA2EM233TB1T94JS",
        status: "cancelled",
        refunded: inr(0),
      },
    },
  },
});
