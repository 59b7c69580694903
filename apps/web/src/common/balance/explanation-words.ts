import type { ExplanationKind } from "@rokad/contract/wallet-explanation";

interface KindWords {
  readonly label: string;
  /** What the line counts: one, several. */
  readonly nouns: readonly [one: string, several: string];
  /** Where its entries are listed: in Wallet History by type, or among the payment requests. */
  readonly list: "credit" | "debit" | "all" | "requests";
}

const payouts = ["payout", "payouts"] as const;
const returns = ["return", "returns"] as const;
const withdrawals = ["withdrawal", "withdrawals"] as const;
const requests = ["payment request", "payment requests"] as const;
const entries = ["entry", "entries"] as const;

/** Each kind of line in words. */
export const kindWords: Readonly<Record<ExplanationKind, KindWords>> = {
  deposit: { label: "Deposits", nouns: ["deposit", "deposits"], list: "credit" },
  payout: { label: "Payouts, with fee and GST", nouns: payouts, list: "debit" },
  payout_paid: { label: "Paid to beneficiaries", nouns: payouts, list: "debit" },
  fee: { label: "Platform fees", nouns: payouts, list: "debit" },
  gst: { label: "GST on fees", nouns: payouts, list: "debit" },
  payout_returned: { label: "Returned by banks", nouns: returns, list: "credit" },
  payout_failed: { label: "Failed or cancelled payouts", nouns: payouts, list: "debit" },
  payout_on_hold: { label: "On hold for payouts", nouns: payouts, list: "debit" },
  withdrawal: { label: "Withdrawals", nouns: withdrawals, list: "debit" },
  withdrawal_paid: { label: "Withdrawn to your bank", nouns: withdrawals, list: "debit" },
  withdrawal_returned: { label: "Returned withdrawals", nouns: returns, list: "credit" },
  withdrawal_failed: {
    label: "Failed or cancelled withdrawals",
    nouns: withdrawals,
    list: "debit",
  },
  withdrawal_on_hold: { label: "On hold for withdrawals", nouns: withdrawals, list: "debit" },
  request_on_hold: { label: "On hold for payment requests", nouns: requests, list: "requests" },
  request_ended: { label: "Payment requests off hold", nouns: requests, list: "requests" },
  request_hold: { label: "Payment requests put on hold", nouns: requests, list: "requests" },
  request_release: { label: "Payment requests off hold", nouns: requests, list: "requests" },
  correction: { label: "Corrections", nouns: ["correction", "corrections"], list: "all" },
  owed: { label: "Owed after corrections", nouns: entries, list: "all" },
  set_aside: { label: "Set aside at closing", nouns: entries, list: "debit" },
};
