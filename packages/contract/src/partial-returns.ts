import * as z from "zod/mini";
import { defineCall, dataAnswer } from "./call.ts";
import { idParams } from "./fields.ts";
import { rupees, text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { difference } from "./reconciliation.ts";

/** What a super admin enters about a return. The signature covers all of it. */
export const returnForm = z.object({
  /** What came back of the payout with this return, at most what no other return brought. */
  amount: rupees({
    required: "Amount is required",
    min: [1, "Amount must be at least ₹0.01"],
    max: [limits.payoutPaiseMax, "Amount cannot exceed ₹5,00,000"],
  }),
  return_reference: text({
    required: "The provider's reference of the return is required",
    min: [limits.returnReferenceCharsMin, "Enter the reference as the provider shows it"],
    max: [limits.returnReferenceCharsMax, "Reference must not exceed 60 characters"],
  }),
  /** Whether fee and GST come back too; without it they stay charged. */
  refund_charges: z.boolean({ error: "Choose whether fee and GST are refunded" }),
  reason: text({
    required: "A reason is required",
    max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
    isMultiline: true,
  }),
});
export type ReturnForm = z.input<typeof returnForm>;

const errors = [
  "DIFFERENCE_CHANGED",
  "RETURN_NOT_RECORDABLE",
  "SECOND_APPROVER_NEEDED",
  "CONFIRMER_TOO_NEW",
  "SETTING_UNREADABLE",
] as const;

const request: ReturnForm = {
  amount: 400,
  return_reference: "RETURN4711",
  refund_charges: false,
  reason: "The bank returned a part, RazorpayX ticket 4711",
};

export const recordReturn = defineCall({
  name: "recordReturn",
  summary: "Book the part that a bank returned; above the limit, two super admins must record it",
  tag: "Reconciliation",
  method: "POST",
  path: "/super-admin/reconciliation/differences/{id}/return",
  who: "superadmin",
  needs: "finance",
  stepUp: { signs: "request" },
  params: idParams,
  body: returnForm,
  answer: dataAnswer(difference),
  errors,
  example: { request },
});
