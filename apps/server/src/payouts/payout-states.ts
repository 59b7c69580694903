import type { Report } from "../providers/provider.ts";

/**
 * Where a payout stands between us and the provider. `open` is pending or processing: its
 * money is held. `failed` has it back; `reversed` has it back because the bank returned it.
 */
export type Standing = "open" | "paid" | "failed" | "reversed";

/**
 * What a report does. `note` only keeps what was said; `complete` adds to a success what came
 * later, such as the UTR. `contradiction` is a final word that
 * goes against an earlier final word: no money moves by itself, and the log says so loudly.
 */
export type Effect =
  | "settle"
  | "release"
  | "reverse"
  | "note"
  | "complete"
  | "nothing"
  | "contradiction";

/**
 * Reports come at least once and in any order, so a lower one that arrives after a higher one
 * changes nothing: processing < success or failed < reversed.
 */
export const effectOf: Readonly<Record<Standing, Readonly<Record<Report["state"], Effect>>>> = {
  open: { processing: "note", success: "settle", failed: "release", reversed: "release" },
  paid: { processing: "nothing", success: "nothing", failed: "contradiction", reversed: "reverse" },
  failed: {
    processing: "nothing",
    success: "contradiction",
    failed: "nothing",
    reversed: "nothing",
  },
  reversed: { processing: "nothing", success: "nothing", failed: "nothing", reversed: "nothing" },
};

interface Row {
  readonly status: "pending" | "processing" | "success" | "failed";
  readonly provider_state: Report["state"] | null;
}

export function standingOf({ status, provider_state }: Row): Standing {
  if (status === "pending" || status === "processing") return "open";
  if (status === "success") return "paid";
  return provider_state === "reversed" ? "reversed" : "failed";
}

/** What a payout's timeline says of each event. */
export const eventSentences = {
  requested: "Payout requested and the total set aside from the wallet",
  rerouted: "Moved to another payment provider before anything was sent",
  sent: "Handed to the payment provider",
  accepted: "The provider accepted the payout and is processing it",
  explained: "The provider says why it is not done yet",
  unknown: "The provider gave no clear answer, so we are asking it for the outcome",
  not_taken: "Could not be handed over, so nothing was sent and it is tried again",
  waiting: "Waiting longer than usual for a payment provider that can take it",
  decided: "The outcome was settled by our team with the provider or its bank",
  delayed: "Taking longer than usual; the provider is asked about it again and again",
  success: "Paid to the beneficiary",
  failed: "The payout failed and the whole total is back in the wallet",
  reversed: "The bank returned the money; amount, fee and GST are back in the wallet",
  contradiction: "The provider contradicted its earlier answer; our team is looking into it",
} as const;
export type PayoutEvent = keyof typeof eventSentences;
