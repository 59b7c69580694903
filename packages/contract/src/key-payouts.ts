import * as z from "zod/mini";
import { dataAnswer, defineCall, money } from "./call.ts";
import { id } from "./fields.ts";
import { machineOrder, machineOrderSample } from "./machine-order.ts";
import { payoutStatuses } from "./payouts.ts";
import { inr, sampleIds } from "./samples.ts";

/** Why a payout of a key can be refused, beside what its shape implies. */
export const keyPayoutErrors = [
  "SETTING_UNREADABLE",
  "ACCOUNT_INACTIVE",
  "ADVICES_OFF",
  "TENANT_CLOSING",
  "APPROVAL_REQUIRED",
  "BENEFICIARY_COOLING",
  "KEY_LIMITS_MISSING",
  "KEY_LIMIT_EXCEEDED",
  "PERSON_LIMIT_EXCEEDED",
  "CLIENT_REFERENCE_USED",
  "BENEFICIARY_INVALID",
  "BENEFICIARY_NOT_PAYABLE",
  "REPEAT_REASON_REQUIRED",
  "INSUFFICIENT_BALANCE",
  "AMOUNT_ABOVE_CAP",
  "NO_PROVIDER",
] as const;

export const createPayout = defineCall({
  name: "createPayout",
  summary: "Hold the total in the wallet and send the payout, within the key's signed limits",
  tag: "Payouts",
  method: "POST",
  path: "/payouts",
  who: "key",
  scopes: ["payouts:send"],
  feature: "create_payout",
  body: machineOrder,
  answer: dataAnswer(
    z.object({
      id,
      reference_id: z.string(),
      client_reference: z.nullable(z.string()),
      status: z.enum(payoutStatuses),
      amount: money,
      txn_fee: money,
      gst_amount: money,
      /** What left the wallet. */
      total: money,
    }),
  ),
  status: 201,
  idempotent: true,
  errors: keyPayoutErrors,
  example: {
    request: machineOrderSample,
    answer: {
      success: true,
      data: {
        id: sampleIds.payout,
        reference_id: "RKA2EM233TB1T94JS",
        client_reference: "INV-118",
        status: "pending",
        amount: inr(1500_25),
        txn_fee: inr(5_00),
        gst_amount: inr(90),
        total: inr(1506_15),
      },
    },
  },
});

export const validatePayout = defineCall({
  name: "validatePayout",
  summary:
    "What would happen to a payout, or to a payment request of a key that can't send: its charges, and all that would refuse it",
  tag: "Payouts",
  method: "POST",
  path: "/payouts/validate",
  who: "key",
  scopes: ["payouts:send", "payouts:request"],
  feature: "create_payout",
  body: machineOrder,
  answer: dataAnswer(
    z.object({
      is_sendable: z.boolean(),
      /** The errors that `POST /payouts` would have; it answers with the first. */
      problems: z.array(z.object({ code: z.string(), message: z.string() })),
      beneficiary_name: z.string(),
      amount: money,
      txn_fee: money,
      gst_amount: money,
      total: money,
    }),
  ),
  errors: ["SETTING_UNREADABLE", "BENEFICIARY_NOT_PAYABLE"],
  example: {
    request: machineOrderSample,
    answer: {
      success: true,
      data: {
        is_sendable: false,
        problems: [
          {
            code: "KEY_LIMIT_EXCEEDED",
            message: "The API key may send ₹1,000 per payout.",
          },
        ],
        beneficiary_name: "Asha Rao",
        amount: inr(1500_25),
        txn_fee: inr(5_00),
        gst_amount: inr(90),
        total: inr(1506_15),
      },
    },
  },
});
