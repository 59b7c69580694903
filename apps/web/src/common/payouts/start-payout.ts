import type { Payee } from "@rokad/contract/payout-destinations";
import type { PayoutForm } from "@rokad/contract/payout-form";

/** The payout's form as the tab keeps it, with what fills it in from elsewhere. */
export type PayoutDraft = Partial<PayoutForm> & {
  /** The saved beneficiary whose data filled in the form. */
  payee?: Payee | null;
  /** Shown above the form: why an earlier payout failed. */
  note?: string | null;
  /** Of the edited request's revision that filled in the form. */
  content_hash?: string | null;
};

/** One draft per tab and person: it survives a reload, and another person never sees it. */
export const draftKey = (payerId: string) => `payout_draft:${payerId}`;

/** Fills in the form of the Payouts page, which the caller opens next. */
export function startPayout(payerId: string, draft: PayoutDraft): void {
  sessionStorage.setItem(draftKey(payerId), JSON.stringify(draft));
}

/** The form's fields for a saved beneficiary. */
export function fieldsOfPayee(payee: Payee): PayoutDraft {
  const { destination_id: _, ...fields } = payee;
  const filled = Object.entries(fields).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(filled), payee };
}
