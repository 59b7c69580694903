import type { PayoutOrder } from "@rokad/contract/payout-form";
import { t } from "../language.ts";
import type { Detail } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import type { Quote } from "./quote-payout.ts";

/** The UPI ID, or the account number with its IFSC, in one line. */
export function formatDestination(order: PayoutOrder): string {
  return order.method === "upi"
    ? order.upi_id
    : t`account ${order.account_number} (${order.ifsc_code})`;
}

/** Amount, fee, GST and total: the same lines in the summary and the confirmation. */
export function costDetails(quote: Quote, gstPercent: number): Detail[] {
  return [
    { label: t`Amount`, value: <Money value={quote.amount} /> },
    { label: t`Platform fee`, value: <Money value={quote.fee} /> },
    { label: t`GST (${gstPercent}%)`, value: <Money value={quote.gst} /> },
    { label: t`Total deduction`, value: <Money value={quote.total} />, total: true },
  ];
}
