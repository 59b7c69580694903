import { getPayoutSummary, initiatePayout, listPayouts } from "@rokad/contract/payouts";
import { getBalance, listWalletHistory } from "@rokad/contract/wallet";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { toast } from "../ui/toast.ts";
import { forgetDraft } from "./payout-draft.ts";
import {
  forgetUnanswered,
  isSamePayout,
  keepUnanswered,
  type UnansweredPayout,
} from "./unanswered-payout.ts";

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

const triedBefore = new Set<string>();

/** A payout that lay in storage when the page loaded was tried before by a page that is gone. */
export function askAgain(payout: UnansweredPayout): Promise<Outcome> {
  triedBefore.add(payout.key);
  return deliverPayout(payout);
}

async function deliver(payout: UnansweredPayout): Promise<Outcome> {
  keepUnanswered(payout);
  const isRepeat = triedBefore.has(payout.key);
  triedBefore.add(payout.key);
  const outcome = await tryOnce(payout, isRepeat);
  if (outcome.end === "unheard") return outcome;
  forgetUnanswered(payout);
  if (outcome.end === "sent") {
    forgetDraft(payout.payerId);
    toast.success(outcome.message);
  }
  void refreshApi(getBalance, getPayoutSummary, listPayouts, listWalletHistory);
  return outcome;
}

async function tryOnce(payout: UnansweredPayout, isRepeat: boolean): Promise<Outcome> {
  const { order, authorizationToken, key } = payout;
  try {
    const { message, data } = await send(
      initiatePayout,
      { body: { ...order, authorization_token: authorizationToken } },
      { idempotencyKey: key },
    );
    return sent(data.id, data.reference_id, message || data.message);
  } catch (error) {
    if (!(error instanceof ApiError) || !isAnswer(error.status)) return { end: "unheard" };
    const refused: Outcome = { end: "refused", message: messageOf(error) };
    // A repeat may be refused for its age alone, its code having run out, after the first try got
    // through. So the history has the last word.
    return isRepeat ? ((await lookInHistory(payout)) ?? refused) : refused;
  }
}

/** What was sent, when the history has it; nothing when it does not; unheard when it can't be read. */
async function lookInHistory(payout: UnansweredPayout): Promise<Outcome | undefined> {
  try {
    const { data } = await send(listPayouts, { query: { limit: 100 } });
    const found = data.find((candidate) => isSamePayout(candidate, payout));
    return found && sent(found.id, found.reference_id);
  } catch {
    return { end: "unheard" };
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

/** 401 is asked again after the next sign-in; 408, 425, 429 and 5xx mean "later". */
function isAnswer(status: number): boolean {
  return status < 500 && ![401, 408, 425, 429].includes(status);
}
