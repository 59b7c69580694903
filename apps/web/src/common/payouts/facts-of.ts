import { payoutFacts, payoutFields } from "@rokad/contract/payout-fields";
import { translateText } from "../../answers.ts";

/** The filled fields of a payout, with labels and purposes in the page's language. */
export function factsOf(...[group, values]: Parameters<typeof payoutFacts>) {
  return payoutFacts(group, values).map(({ label, value }) => ({
    label: translateText(label),
    value: label === payoutFields.purpose.label ? translateText(value) : value,
  }));
}
