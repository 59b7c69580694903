import { formatMoney } from "@rokad/money/format";
import { inr } from "../kernel/money.ts";

/** `₹4,50,000.00 to Asha Rao`, of a payment request or schedule. */
export function phraseOf(payment: {
  readonly amount_paise: bigint;
  readonly beneficiary_name: string;
}): string {
  return `${formatMoney(inr(payment.amount_paise))} to ${payment.beneficiary_name}`;
}
