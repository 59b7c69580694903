import * as z from "zod/mini";
import { dataAnswer, defineCall, money } from "./call.ts";
import { id, idParams } from "./fields.ts";
import { text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { inr, sampleIds } from "./samples.ts";

/** Calls that cancel a payout that no provider has. */

export const cancelledPayout = z
  .object({
    id,
    reference_id: z.string(),
    status: z.literal("cancelled"),
    /** Amount, fee and GST: back in the wallet. 0 if it waited for funds: nothing was on hold. */
    refunded: money,
  })
  .register(z.globalRegistry, { id: "CancelledPayout" });
export type CancelledPayout = z.output<typeof cancelledPayout>;

const answerSample = {
  success: true,
  message: "Payout cancelled. ₹1,506.15 refunded.",
  data: {
    id: sampleIds.payout,
    reference_id: "RKA2EM233TB1T94JS",
    status: "cancelled",
    refunded: inr(1506_15),
  },
} as const;

export const cancelPayout = defineCall({
  name: "cancelPayout",
  summary: "Cancel a payout that no provider has, or that waits for funds",
  tag: "Payouts",
  method: "POST",
  path: "/payouts/{id}/cancel",
  scopes: ["payouts:send"],
  who: "tenant",
  needs: "pay",
  params: idParams,
  answer: dataAnswer(cancelledPayout),
  idempotent: true,
  errors: ["PAYOUT_NOT_CANCELLABLE"],
  example: { answer: answerSample },
});

export const cancelTenantPayoutForm = z.object({
  /** The tenant reads it. */
  reason: text({
    required: "A reason is required",
    max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
    isMultiline: true,
  }),
});

export const cancelTenantPayout = defineCall({
  name: "cancelTenantPayout",
  summary: "Cancel a tenant's payout that no provider has; the tenant is notified",
  tag: "Activity",
  method: "POST",
  path: "/super-admin/payouts/{id}/cancel",
  who: "superadmin",
  needs: "operate",
  stepUp: { unsigned: "The money goes back to its wallet" },
  params: idParams,
  body: cancelTenantPayoutForm,
  answer: dataAnswer(cancelledPayout),
  idempotent: true,
  errors: ["PAYOUT_NOT_CANCELLABLE"],
  example: {
    request: { reason: "Requested by the tenant by telephone" },
    answer: answerSample,
  },
});
