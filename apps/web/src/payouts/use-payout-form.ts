import type { PayoutForm } from "@rokad/contract/payout-form";
import { useEffect } from "react";
import { useContractForm } from "../api/use-contract-form.ts";
import { saveDraft, readDraft } from "./payout-draft.ts";
import { blankPayout, payoutFormSchema, type PayoutFormState } from "./payout-form.ts";

/** The payout form, restored from the draft after a reload. */
export function usePayoutForm(payerId: string): PayoutFormState {
  const form = useContractForm(payoutFormSchema, { defaultValues: blankPayout });
  const { reset, subscribe } = form;

  useEffect(() => {
    const draft = readDraft(payerId);
    // The defaults stay blank, so that a restored form counts as changed.
    if (draft) reset({ ...blankPayout, ...draft } as PayoutForm, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDraft(payerId, values),
    });
  }, [payerId, reset, subscribe]);

  return form;
}
