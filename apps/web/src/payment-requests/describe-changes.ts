import { displayPayoutField, payoutFields, payoutFieldNames } from "@rokad/contract/payout-fields";
import type { PaymentRequest } from "@rokad/contract/payment-requests";
import { formatMoney } from "@rokad/money/format";
import { t } from "../language.ts";

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
    return was === value ? [] : [{ name, before: was || t`None`, after: value || t`None` }];
  });
}

function factsOf(request: PaymentRequest): [name: string, value: string][] {
  return [
    [t`Amount`, formatMoney(request.amount)],
    [t`Method`, request.method.toUpperCase()],
    ["UPI ID", request.upi_id ?? ""],
    [t`Account number`, request.account_number ?? ""],
    ["IFSC", request.ifsc_code ?? ""],
    ...payoutFieldNames.map((field): [string, string] => [
      payoutFields[field].label,
      displayPayoutField(field, request[field]) ?? "",
    ]),
    [t`Sent again`, request.repeat_reason ?? ""],
    [t`Payment advice`, request.send_advice ? t`By e-mail once it is paid` : ""],
    [t`Total deduction`, formatMoney(request.total)],
  ];
}
