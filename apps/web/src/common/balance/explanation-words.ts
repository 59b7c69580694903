import type { ExplanationKind } from "@rokad/contract/wallet-explanation";
import { t } from "../../language.ts";

interface KindWords {
  readonly label: string;
  /** What the line counts: one, several. */
  readonly nouns: readonly [one: string, several: string];
  /** Where its entries are listed: in Wallet History by type, or among the payment requests. */
  readonly list: "credit" | "debit" | "all" | "requests";
}

const payouts = [t`payout`, t`payouts`] as const;
const returns = [t`return`, t`returns`] as const;
const withdrawals = [t`withdrawal`, t`withdrawals`] as const;
const requests = [t`payment request`, t`payment requests`] as const;
const entries = [t`entry`, t`entries`] as const;

/** Each kind of line in words. */
export const kindWords: Readonly<Record<ExplanationKind, KindWords>> = {
  deposit: { label: t`Deposits`, nouns: [t`deposit`, t`deposits`], list: "credit" },
  payout: { label: t`Payouts, with fee and GST`, nouns: payouts, list: "debit" },
  payout_paid: { label: t`Paid to beneficiaries`, nouns: payouts, list: "debit" },
  fee: { label: t`Platform fees`, nouns: payouts, list: "debit" },
  gst: { label: t`GST on fees`, nouns: payouts, list: "debit" },
  payout_returned: { label: t`Returned by banks`, nouns: returns, list: "credit" },
  payout_failed: { label: t`Failed or cancelled payouts`, nouns: payouts, list: "debit" },
  payout_on_hold: { label: t`On hold for payouts`, nouns: payouts, list: "debit" },
  withdrawal: { label: t`Withdrawals`, nouns: withdrawals, list: "debit" },
  withdrawal_paid: { label: t`Withdrawn to your bank`, nouns: withdrawals, list: "debit" },
  withdrawal_returned: { label: t`Returned withdrawals`, nouns: returns, list: "credit" },
  withdrawal_failed: {
    label: t`Failed or cancelled withdrawals`,
    nouns: withdrawals,
    list: "debit",
  },
  withdrawal_on_hold: { label: t`On hold for withdrawals`, nouns: withdrawals, list: "debit" },
  request_on_hold: { label: t`On hold for payment requests`, nouns: requests, list: "requests" },
  request_ended: { label: t`Payment requests off hold`, nouns: requests, list: "requests" },
  request_hold: { label: t`Payment requests put on hold`, nouns: requests, list: "requests" },
  request_release: { label: t`Payment requests off hold`, nouns: requests, list: "requests" },
  correction: { label: t`Corrections`, nouns: [t`correction`, t`corrections`], list: "all" },
  owed: { label: t`Owed after corrections`, nouns: entries, list: "all" },
  set_aside: { label: t`Set aside at closing`, nouns: entries, list: "debit" },
};
