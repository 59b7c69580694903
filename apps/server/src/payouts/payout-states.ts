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

export type PayoutEvent =
  | keyof typeof eventMessages
  | "requested"
  | "not_taken"
  | "wait_ended"
  | "cancelled"
  | "failed"
  | "reversed";

const eventMessages = {
  waits_for_funds: "Accepted; waits for funds. Nothing is on hold",
  repeated: "Sent again while an earlier payout was unclear",
  rerouted: "Moved to another payment provider before it was sent",
  sent: "Sent to the payment provider",
  accepted: "Accepted by the provider; processing",
  explained: "Still processing",
  unknown: "No clear answer from the provider. We keep checking the outcome",
  waiting: "Still waiting for an available payment provider",
  decided: "Outcome confirmed by our team",
  withheld: "On hold while your account is not active",
  resumed: "Your account is active again; sent next",
  delayed: "Taking longer than usual. We keep checking with the provider",
  success: "Paid to the beneficiary",
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
  const total = rupees(totalPaise);
  const why = detail === null ? null : withoutPeriod(detail);
  switch (event) {
    case "requested":
      return `Payout created; ${total} put on hold`;
    case "success":
      return detail ? `Paid to the beneficiary, UTR ${detail}` : eventMessages.success;
    case "accepted":
      return detail ? `Accepted by the provider: ${detail}` : eventMessages.accepted;
    case "explained":
      return why ? `Still processing: ${why}` : eventMessages.explained;
    case "repeated":
      return why
        ? `Sent again while an earlier payout was unclear: ${why}`
        : eventMessages.repeated;
    case "partly_returned":
      return why ? `Partly returned by the bank: ${why}` : eventMessages.partly_returned;
    case "not_taken":
      return why
        ? `Not sent: ${why}. We try again automatically`
        : "Not sent. We try again automatically";
    case "wait_ended":
      return why === null
        ? "Cancelled by you. Nothing was on hold"
        : `Not sent: ${why}. Nothing was on hold`;
    case "cancelled":
      return why === null
        ? `Cancelled by you. ${total} refunded`
        : `Cancelled by our team: ${why}. ${total} refunded`;
    case "failed":
      return why ? `Failed: ${why}. ${total} refunded` : `Failed. ${total} refunded`;
    case "reversed":
      return why
        ? `Returned by the bank: ${why}. ${total} refunded`
        : `Returned by the bank. ${total} refunded`;
    case "waits_for_funds":
    case "rerouted":
    case "sent":
    case "unknown":
    case "waiting":
    case "decided":
    case "withheld":
    case "resumed":
    case "delayed":
    case "contradiction":
      return eventMessages[event];
  }
}

const withoutPeriod = (text: string) => text.replace(/\.$/, "");
