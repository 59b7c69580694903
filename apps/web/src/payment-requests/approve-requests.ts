import {
  getPaymentRequest,
  listPaymentRequests,
  type PaymentRequest,
} from "@rokad/contract/payment-requests";
import { approvePaymentRequests, type ApprovalOutcome } from "@rokad/contract/request-decisions";
import { listWaitingApprovals } from "@rokad/contract/waiting-approvals";
import { approvalKeptMs, sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";

/**
 * Approves what the person saw: a request that changed meanwhile is refused.
 * @throws what `send` throws, and 403 if the person does not sign.
 */
export async function approveRequests(
  requests: readonly Pick<PaymentRequest, "id" | "content_hash">[],
): Promise<readonly ApprovalOutcome[]> {
  const body = { requests: requests.map(({ id, content_hash }) => ({ id, content_hash })) };
  try {
    const { data } = await sendIdempotent(
      approvePaymentRequests,
      { body },
      { keptMs: approvalKeptMs },
    );
    return data;
  } finally {
    await refreshApi(listPaymentRequests, getPaymentRequest, listWaitingApprovals);
  }
}
