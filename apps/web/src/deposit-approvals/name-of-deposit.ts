import type { ReviewedDeposit } from "@rokad/contract/deposit-reviews";
import { formatMoney } from "@rokad/money/format";
import { t } from "../super-admin-language.ts";

/** "₹5,000.00 from Sharma Traders". */
export function nameOfDeposit(row: ReviewedDeposit): string {
  return t`${formatMoney(row.amount)} from ${row.tenant.name}`;
}
