import type { Answer } from "@rokad/contract/call";
import { getPayoutSummary } from "@rokad/contract/payout-summary";
import { initiatePayout, listPayouts } from "@rokad/contract/payouts";
import { getBalance, listWalletHistory } from "@rokad/contract/wallet";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { toast } from "../ui/toast.ts";
import { holdsOrder } from "./holds-order.ts";
import { deleteDraft, readDraft } from "./payout-draft.ts";
import { deleteUnanswered, saveUnanswered, type UnansweredPayout } from "./unanswered-payout.ts";

export type Outcome =
  | { end: "sent"; message: string; id: string; reference: string; waits: boolean }
  | { end: "rejected"; message: string }
  /** No answer: it may have been sent. A repeat under the same key can't send it twice. */
  | { end: "unanswered" };

const deliveries = new Map<string, Promise<Outcome>>();

/**
 * Sends a payout, or repeats an unanswered one under its key. The request is stored before the
 * first attempt and deleted after the answer. Concurrent calls for one key share one request.
 */
export function deliverPayout(payout: UnansweredPayout): Promise<Outcome> {
  const current = deliveries.get(payout.key);
  if (current) return current;
  const delivery = deliver(payout).finally(() => deliveries.delete(payout.key));
  deliveries.set(payout.key, delivery);
  return delivery;
}

async function deliver(payout: UnansweredPayout): Promise<Outcome> {
  saveUnanswered(payout);
  const outcome = await attempt(payout);
  if (outcome.end === "unanswered") return outcome;
  deleteUnanswered(payout);
  if (outcome.end === "sent") {
    const draft = readDraft(payout.payerId);
    if (draft && holdsOrder(draft, payout.order)) deleteDraft(payout.payerId);
    toast.success(outcome.message);
  }
  void refreshApi(getBalance, getPayoutSummary, listPayouts, listWalletHistory);
  return outcome;
}

async function attempt(payout: UnansweredPayout): Promise<Outcome> {
  const { order, request = order, authorizationToken, key } = payout;
  try {
    const { message, data } = await send(
      initiatePayout,
      { body: { ...request, authorization_token: authorizationToken } },
      { idempotencyKey: key },
    );
    return sentOutcome(data, message || data.message);
  } catch (error) {
    if (!(error instanceof ApiError) || !isFinal(error)) return { end: "unanswered" };
    return { end: "rejected", message: messageOf(error) };
  }
}

function sentOutcome(
  { id, reference_id: reference, waits_for_funds: waits }: Answer<typeof initiatePayout>["data"],
  message = "",
): Outcome {
  return {
    end: "sent",
    id,
    reference,
    waits,
    message: message || t`Payout initiated successfully! Reference: ${reference}`,
  };
}

/**
 * True if the error settles the payout. 401 is retried after the next sign-in; 408, 425, 429 and
 * 5xx are temporary. Other 403s only say that a permission is missing: an earlier attempt may
 * have succeeded.
 */
function isFinal({ status, code }: ApiError): boolean {
  if (status === 403) return code === "PAYOUT_NOT_AUTHORISED";
  return status < 500 && ![401, 408, 425, 429].includes(status);
}
