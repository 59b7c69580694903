import { getPayoutSummary, initiatePayout, listPayouts } from "@rokad/contract/payouts";
import { getBalance, listWalletHistory } from "@rokad/contract/wallet";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { toast } from "../ui/toast.ts";
import { forgetDraft } from "./payout-draft.ts";
import { forgetUnanswered, keepUnanswered, type UnansweredPayout } from "./unanswered-payout.ts";

export type Outcome =
  | { end: "sent"; message: string; id: string; reference: string }
  | { end: "refused"; message: string }
  /** No answer: it may have been sent. Asking again under the same key can't send it twice. */
  | { end: "unheard" };

const underWay = new Map<string, Promise<Outcome>>();

/**
 * Sends a payout, or asks again how it ended. It is written down before the first try and stays
 * until there is an answer. Whoever asks while it is under way gets the same answer.
 */
export function deliverPayout(payout: UnansweredPayout): Promise<Outcome> {
  const running = underWay.get(payout.key);
  if (running) return running;
  const delivery = deliver(payout).finally(() => underWay.delete(payout.key));
  underWay.set(payout.key, delivery);
  return delivery;
}

async function deliver(payout: UnansweredPayout): Promise<Outcome> {
  keepUnanswered(payout);
  const outcome = await tryOnce(payout);
  if (outcome.end === "unheard") return outcome;
  forgetUnanswered(payout);
  if (outcome.end === "sent") {
    forgetDraft(payout.payerId);
    toast.success(outcome.message);
  }
  void refreshApi(getBalance, getPayoutSummary, listPayouts, listWalletHistory);
  return outcome;
}

async function tryOnce(payout: UnansweredPayout): Promise<Outcome> {
  const { order, authorizationToken, key } = payout;
  try {
    const { message, data } = await send(
      initiatePayout,
      { body: { ...order, authorization_token: authorizationToken } },
      { idempotencyKey: key },
    );
    return sent(data.id, data.reference_id, message || data.message);
  } catch (error) {
    if (!(error instanceof ApiError) || !isAnswer(error)) return { end: "unheard" };
    return { end: "refused", message: messageOf(error) };
  }
}

function sent(id: string, reference: string, message = ""): Outcome {
  return {
    end: "sent",
    id,
    reference,
    message: message || `Payout initiated successfully! Reference: ${reference}`,
  };
}

/**
 * 401 is asked again after the next sign-in; 408, 425, 429 and 5xx mean "later". A right that was
 * taken away says nothing of a payout that may have got through before.
 */
function isAnswer({ status, code }: ApiError): boolean {
  if (status === 403) return code === "PAYOUT_NOT_AUTHORISED";
  return status < 500 && ![401, 408, 425, 429].includes(status);
}
