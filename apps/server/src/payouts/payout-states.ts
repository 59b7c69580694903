import type { PayoutStatus } from "@rokad/contract/payouts";
import { rupees } from "../kernel/money.ts";
import type { ProviderUpdate } from "../providers/transfer.ts";

/**
 * A payout's settlement between us and the provider. `open` is pending or processing: its money is
 * on hold. `failed`, `reversed` and `cancelled` have it back in the wallet; `reversed` was paid
 * first, and no provider ever had a cancelled one.
 */
export type SettlementStatus = "open" | "paid" | "failed" | "reversed" | "cancelled";

/**
 * What a provider update does. `note` only stores the update. `complete` adds later details, such
 * as the UTR, to a success. `contradiction` is a final state against an earlier final state: no
 * money moves, and super admins are notified. `partial_return` brings back a part of the amount of
 * a paid payout, which stays paid. `mismatch` is an update with another amount or currency that is
 * no clear return of a part: it changes nothing and is listed among the differences.
 */
export type Effect =
  | "settle"
  | "release"
  | "reverse"
  | "partial_return"
  | "note"
  | "complete"
  | "nothing"
  | "contradiction"
  | "mismatch";

/**
 * The effect of an update by the payout's settlement status and the reported state. Updates arrive
 * at least once and in any order, so a lower state never undoes a higher one:
 * processing < success or failed < reversed.
 */
export const effectOf: Readonly<
  Record<
    SettlementStatus,
    Readonly<Record<ProviderUpdate["state"], Exclude<Effect, "mismatch" | "partial_return">>>
  >
> = {
  open: { processing: "note", success: "settle", failed: "release", reversed: "release" },
  paid: { processing: "nothing", success: "nothing", failed: "contradiction", reversed: "reverse" },
  failed: {
    processing: "nothing",
    success: "contradiction",
    failed: "nothing",
    reversed: "nothing",
  },
  reversed: { processing: "nothing", success: "nothing", failed: "nothing", reversed: "nothing" },
  cancelled: {
    processing: "contradiction",
    success: "contradiction",
    failed: "nothing",
    reversed: "nothing",
  },
};

interface Row {
  readonly status: PayoutStatus;
  readonly provider_state: ProviderUpdate["state"] | null;
}

export function settlementStatusOf({ status, provider_state }: Row): SettlementStatus {
  if (status === "pending" || status === "processing") return "open";
  if (status === "success") return "paid";
  if (status === "cancelled") return status;
  return provider_state === "reversed" ? "reversed" : "failed";
}

export type PayoutEvent = keyof typeof eventMessages;

const eventMessages = {
  waits_for_funds: "Accepted; waits for funds. Nothing is on hold",
  wait_ended: "Nothing was on hold",
  requested: "Payout created",
  repeated: "Sent again while an earlier payout was unclear",
  rerouted: "Moved to another payment provider before it was sent",
  sent: "Sent to the payment provider",
  accepted: "Accepted by the provider; processing",
  explained: "Still processing",
  unknown: "No clear answer from the provider. We keep checking the outcome",
  not_taken: "Not sent",
  waiting: "Still waiting for an available payment provider",
  decided: "Outcome confirmed by our team",
  withheld: "On hold while your account is not active",
  resumed: "Your account is active again; sent next",
  cancelled: "Cancelled",
  delayed: "Taking longer than usual. We keep checking with the provider",
  success: "Paid to the beneficiary",
  failed: "Failed",
  reversed: "Returned by the bank",
  partly_returned: "Partly returned by the bank",
  contradiction: "The provider contradicted its earlier answer. Our team is investigating",
} as const;

/**
 * The timeline's message for an event.
 * @param detail the reason or, for a success, the UTR.
 * @param totalPaise amount, fee and GST together; for a return, without what came back before.
 */
export function describeEvent(
  event: PayoutEvent,
  detail: string | null,
  totalPaise: bigint,
): string {
  const message = eventMessages[event];
  if (event === "requested") return `${message}; ${rupees(totalPaise)} put on hold`;
  if (event === "success") return detail ? `${message}, UTR ${detail}` : message;
  if (event === "accepted") return detail ? `Accepted by the provider: ${detail}` : message;
  const reason = detail && eventsWithReason.has(event) ? `: ${withoutPeriod(detail)}` : "";
  if (event === "not_taken") return `${message}${reason}. We try again automatically`;
  if (event === "wait_ended") {
    const why = detail === null ? "Cancelled by you" : `Not sent: ${withoutPeriod(detail)}`;
    return `${why}. ${message}`;
  }
  if (event === "cancelled") {
    const by = detail === null ? "by you" : `by our team: ${withoutPeriod(detail)}`;
    return `${message} ${by}. ${rupees(totalPaise)} refunded`;
  }
  if (event === "failed" || event === "reversed") {
    return `${message}${reason}. ${rupees(totalPaise)} refunded`;
  }
  return `${message}${reason}`;
}

const eventsWithReason: ReadonlySet<PayoutEvent> = new Set([
  "explained",
  "not_taken",
  "failed",
  "reversed",
  "partly_returned",
  "repeated",
]);

const withoutPeriod = (text: string) => text.replace(/\.$/, "");
