import type { PaymentRequest } from "@rokad/contract/payment-requests";
import type { RequestState } from "@rokad/contract/request-states";
import { t } from "../language.ts";
import { maskAccount } from "../ui/mask.ts";
import type { BadgeTone } from "../ui/badge.tsx";

export const stateLabels: Readonly<Record<RequestState, string>> = {
  draft: t`Draft`,
  awaiting_approval: t`Awaiting approval`,
  approved: t`Approved`,
  rejected: t`Rejected`,
  withdrawn: t`Withdrawn`,
  expired: t`Expired`,
};

const tones: Readonly<Record<RequestState, BadgeTone>> = {
  draft: "outline",
  awaiting_approval: "warn",
  approved: "good",
  rejected: "bad",
  withdrawn: "outline",
  expired: "outline",
};

type RequestProgress = Pick<PaymentRequest, "state" | "payout" | "steps" | "waiting_for">;

/** The words and tone of a request's state: an approved one is sent, or waits to be. */
export function labelOf(request: RequestProgress): { text: string; tone: BadgeTone } {
  const { state, payout } = request;
  if (state !== "approved") return { text: stateLabels[state], tone: tones[state] };
  return payout ? { text: t`Sent`, tone: "good" } : { text: t`Approved, not sent`, tone: "warn" };
}

/** "Step 1 of 2"; undefined unless the request awaits approval. */
export function stepOf({ waiting_for: waiting, steps }: RequestProgress): string | undefined {
  return waiting ? t`Step ${waiting.step + 1} of ${steps.length}` : undefined;
}

type Destination = Pick<PaymentRequest, "method" | "upi_id" | "account_number" | "ifsc_code">;

/** "IMPS ****9012" or the UPI ID, for a list. */
export function shortDestination({ method, upi_id: upiId, account_number: account }: Destination) {
  return method === "upi" ? (upiId ?? "UPI") : `IMPS ${maskAccount(account ?? "")}`;
}

/** The whole destination, for what a person signs: "123456789012, HDFC0000001" or the UPI ID. */
export function fullDestination(request: Destination): string {
  const { method, upi_id: upiId, account_number: account, ifsc_code: ifsc } = request;
  return method === "upi" ? (upiId ?? "UPI") : `${account ?? ""}, ${ifsc ?? ""}`;
}
