import {
  mapPayoutFields,
  payoutFieldChoices,
  type PayoutFieldName,
} from "@rokad/contract/payout-fields";
import { payoutForm, type PayoutForm, type PayoutOrder } from "@rokad/contract/payout-form";
import type { UseFormReturn } from "react-hook-form";
import type { BlankForm } from "../api/use-contract-form.ts";

export type PayoutFormState = UseFormReturn<PayoutForm, unknown, PayoutOrder>;

export const blankPayout: BlankForm<PayoutForm> = {
  method: "imps",
  // A choice has no empty value.
  ...(mapPayoutFields((name) => (payoutFieldChoices(name) ? undefined : "")) as BlankForm<
    Pick<PayoutForm, PayoutFieldName>
  >),
  upi_id: "",
  account_number: "",
  ifsc_code: "",
  amount: undefined,
};

/**
 * The contract's schema, applied to the selected method's fields only. The other method's entries
 * stay in the form, in case the person switches back, and are not sent.
 */
export const payoutFormSchema = {
  "~standard": {
    ...payoutForm["~standard"],
    validate: (values: unknown) =>
      payoutForm["~standard"].validate(selectMethodFields(values as PayoutForm)),
  },
};

export function selectMethodFields(values: PayoutForm): object {
  const { upi_id: upiId, account_number: account, ifsc_code: ifsc, ...common } = values;
  return values.method === "upi"
    ? { ...common, upi_id: upiId }
    : { ...common, account_number: account, ifsc_code: ifsc };
}
