import { displayPayoutField, payoutFields, payoutFieldNames } from "@rokad/contract/payout-fields";
import type { PaymentRequest } from "@rokad/contract/payment-requests";
import { formatMoney } from "@rokad/money/format";

interface RequestChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** What differs between two revisions of a request, in the order in which a request shows it. */
export function describeChanges(before: PaymentRequest, after: PaymentRequest): RequestChange[] {
  const old = new Map(factsOf(before));
  return factsOf(after).flatMap(([name, value]) => {
    const was = old.get(name) ?? "";
    return was === value ? [] : [{ name, before: was || "None", after: value || "None" }];
  });
}

function factsOf(request: PaymentRequest): [name: string, value: string][] {
  return [
    ["Amount", formatMoney(request.amount)],
    ["Method", request.method.toUpperCase()],
    ["UPI ID", request.upi_id ?? ""],
    ["Account number", request.account_number ?? ""],
    ["IFSC", request.ifsc_code ?? ""],
    ...payoutFieldNames.map((field): [string, string] => [
      payoutFields[field].label,
      displayPayoutField(field, request[field]) ?? "",
    ]),
    ["Sent again", request.repeat_reason ?? ""],
    ["Payment advice", request.send_advice ? "By e-mail once it is paid" : ""],
    ["Total deduction", formatMoney(request.total)],
  ];
}
