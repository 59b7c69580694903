import type { ReviewedDeposit } from "@rokad/contract/deposit-reviews";
import { formatMoney } from "@rokad/money/format";

/** "₹5,000.00 from Sharma Traders". */
export function nameOfDeposit(row: ReviewedDeposit): string {
  return `${formatMoney(row.amount)} from ${row.tenant.name}`;
}
