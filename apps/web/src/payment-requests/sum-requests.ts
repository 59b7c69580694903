import type { PaymentRequest } from "@rokad/contract/payment-requests";
import { add, money, type Money } from "@rokad/money/money";

/** The sum of the amounts, or of the totals with charges. */
export function sumRequests(requests: readonly PaymentRequest[], of: "amount" | "total"): Money {
  return requests.reduce((sum, request) => add(sum, request[of]), money(0));
}
