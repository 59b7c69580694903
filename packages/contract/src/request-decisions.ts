import * as z from "zod/mini";
import { dataAnswer, defineCall } from "./call.ts";
import { id, idParams } from "./fields.ts";
import { text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { contentHash, requestAnswer } from "./payment-requests.ts";

/** The result of one of several approvals. An error does not undo the others. */
const approvalOutcome = z
  .object({
    id,
    /**
     * `recorded`: more approvals are needed. `sent`: it became a payout. `waiting`: approved, but it
     * can't be sent yet. `returned`: it asks for approvals again, as the charges changed or an approver
     * was removed.
     */
    outcome: z.enum(["recorded", "sent", "waiting", "returned", "refused"]),
    message: z.string(),
    /** The error code of a `refused` or `waiting` one; null otherwise. */
    code: z.nullable(z.string()),
    payout: z.nullable(z.object({ id, reference_id: z.string() })),
  })
  .register(z.globalRegistry, { id: "ApprovalOutcome" });
export type ApprovalOutcome = z.output<typeof approvalOutcome>;

export const approvePaymentRequests = defineCall({
  name: "approvePaymentRequests",
  summary: "Approve up to 200 requests with one signature; the last approval sends the payout",
  tag: "Payment requests",
  method: "POST",
  path: "/payment-requests/approve",
  who: "tenant",
  needs: "approve",
  feature: "create_payout",
  stepUp: { signs: "each", field: "requests", isOneTransaction: true },
  idempotent: true,
  body: z.object({
    requests: z
      .array(z.object({ id, content_hash: contentHash }), { error: "Choose at least one" })
      .check(
        z.minLength(1, "Choose at least one"),
        z.maxLength(
          limits.approvalsAtOnceMax,
          `Choose at most ${limits.approvalsAtOnceMax} at once`,
        ),
      ),
  }),
  answer: z.object({ success: z.literal(true), data: z.array(approvalOutcome) }),
  errors: ["SETTING_UNREADABLE"],
});

const decisionErrors = ["ALREADY_DECIDED", "REQUEST_CHANGED"] as const;

export const rejectPaymentRequest = defineCall({
  name: "rejectPaymentRequest",
  summary: "Reject a request with a reason, as someone who can approve it",
  tag: "Payment requests",
  method: "POST",
  path: "/payment-requests/{id}/reject",
  who: "tenant",
  needs: "approve",
  params: idParams,
  body: z.object({
    content_hash: contentHash,
    reason: text({
      required: "A reason is required",
      max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
      isMultiline: true,
    }),
  }),
  answer: requestAnswer,
  errors: [...decisionErrors, "NOT_AN_APPROVER"],
  example: { request: { content_hash: "6f1c".repeat(16), reason: "Invoice 118 is already paid" } },
});

export const withdrawPaymentRequest = defineCall({
  name: "withdrawPaymentRequest",
  summary: "Withdraw a request of one's own that is not sent",
  tag: "Payment requests",
  method: "POST",
  path: "/payment-requests/{id}/withdraw",
  scopes: ["payouts:request"],
  who: "tenant",
  needs: "prepare",
  params: idParams,
  answer: requestAnswer,
  errors: ["ALREADY_DECIDED"],
});

export const sendApprovedRequest = defineCall({
  name: "sendApprovedRequest",
  summary: "Send an approved request that could not be sent, for example for lack of balance",
  tag: "Payment requests",
  method: "POST",
  path: "/payment-requests/{id}/send",
  who: "tenant",
  needs: "prepare",
  feature: "create_payout",
  idempotent: true,
  params: idParams,
  body: z.object({ content_hash: contentHash }),
  answer: dataAnswer(approvalOutcome),
  errors: [...decisionErrors, "SETTING_UNREADABLE"],
});
