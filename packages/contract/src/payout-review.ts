import * as z from "zod/mini";
import { dataAnswer, defineCall, instant, money } from "./call.ts";
import { cooling } from "./cooling.ts";
import { dayTotal } from "./day-total.ts";
import { id } from "./fields.ts";
import { payoutToReview } from "./payout-form.ts";
import { payoutStatuses } from "./payouts.ts";
import { inr, sampleIds } from "./samples.ts";

const earlierPayout = z
  .object({
    /** Of the payout, the payment request or the batch. */
    id,
    /** A request or batch has no payout of it yet. */
    kind: z.enum(["payout", "request", "batch"]),
    amount: money,
    created_at: instant(),
    status: z.enum(payoutStatuses),
    is_same_amount: z.boolean(),
    /** True while no provider has said whether it was paid. A repeat then needs `repeat_reason`. */
    is_unclear: z.boolean(),
  })
  .register(z.globalRegistry, { id: "EarlierPayout" });
export type EarlierPayout = z.output<typeof earlierPayout>;

export const reviewPayout = defineCall({
  name: "reviewPayout",
  summary: "What the payer should know of this account and amount before a code is sent",
  tag: "Payouts",
  method: "POST",
  path: "/payouts/review",
  who: "tenant",
  needs: "prepare",
  feature: "create_payout",
  body: payoutToReview,
  answer: dataAnswer(
    z.object({
      /**
       * Of the last 24 hours, not failed or cancelled, or waiting for funds, approval or its turn: the
       * newest of the same amount, or the newest. One that is unclear comes first, whatever its age.
       */
      earlier: z.nullable(earlierPayout),
      /** The saved beneficiary that has this account or UPI ID, with the destination. */
      saved_as: z.nullable(z.object({ id, name: z.string(), destination_id: id })),
      /** Why the amount can't be paid to this account yet; null if it can. */
      cooling: z.nullable(cooling),
      /** What the approval policy compares, if today's other payments to the account count too. */
      day_total: z.nullable(dayTotal),
    }),
  ),
  errors: ["BENEFICIARY_NOT_PAYABLE"],
  example: {
    request: {
      method: "imps",
      account_number: "123456789012",
      ifsc_code: "HDFC0000001",
      amount: 1500.5,
    },
    answer: {
      success: true,
      data: {
        earlier: {
          id: sampleIds.payout,
          kind: "payout",
          amount: inr(1500_50),
          created_at: "2026-11-20T06:30:00.000Z",
          status: "success",
          is_same_amount: true,
          is_unclear: false,
        },
        saved_as: {
          id: sampleIds.beneficiary,
          name: "Asha Rao",
          destination_id: sampleIds.payoutDestination,
        },
        cooling: null,
        day_total: null,
      },
    },
  },
});
