import type { PayoutForm } from "@rokad/contract/payout-form";
import { useEffect } from "react";
import { useContractForm } from "../api/use-contract-form.ts";
import { keepDraft, readDraft } from "./payout-draft.ts";
import { blankPayout, payoutFormSchema, type PayoutFormState } from "./payout-form.ts";

/** The form, with what was typed before a reload still in it. */
export function usePayoutForm(payerId: string): PayoutFormState {
  const form = useContractForm(payoutFormSchema, { defaultValues: blankPayout });
  const { reset, subscribe } = form;

  useEffect(() => {
    const draft = readDraft(payerId);
    // Blank stays the default, so that a restored form counts as filled in.
    if (draft) reset({ ...blankPayout, ...draft } as PayoutForm, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => keepDraft(payerId, values),
    });
  }, [payerId, reset, subscribe]);

  return form;
}
