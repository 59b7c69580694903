import { subtract, type Money as Amount } from "@rokad/money/money";
import type { ReactNode } from "react";
import { factsOf } from "../common/payouts/facts-of.ts";
import { t } from "../language.ts";
import { useBankOfIfsc } from "../common/bank-details/bank-of-ifsc.tsx";
import { AmountInWords } from "../ui/amount-in-words.tsx";
import { Details } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { NameAtBank } from "./name-at-bank.tsx";
import { costDetails } from "./payout-details.tsx";
import type { useBeneficiaryCheck } from "./use-beneficiary-check.ts";
import type { PricedOrder } from "./use-payment.ts";

interface ReviewDetailsProps {
  pricedOrder: PricedOrder;
  gstPercent: number;
  /** Undefined where the balance after the payout is not known. */
  balance: Amount | undefined;
  check: ReturnType<typeof useBeneficiaryCheck>;
  /** Below the amount. */
  notices?: ReactNode;
}

/** The payout in full: amount, name at the bank, details and cost. */
export function ReviewDetails(props: ReviewDetailsProps) {
  const { pricedOrder, gstPercent, balance, check, notices } = props;
  const { order, quote } = pricedOrder;
  const { bankName } = useBankOfIfsc(order.method === "imps" ? order.ifsc_code : "");
  return (
    <>
      <div className="rounded-card border border-line bg-sunken/60 px-4 py-4 text-center">
        <Money
          value={quote.amount}
          className="text-[28px] leading-9 font-semibold tracking-tight"
        />
        <p className="min-h-4 text-xs text-balance text-muted">
          <AmountInWords value={quote.amount} />
        </p>
      </div>
      {notices}
      <NameAtBank check={check} enteredName={order.beneficiary_name} />
      <Details
        of={[
          { label: t`To`, value: <span className="font-medium">{order.beneficiary_name}</span> },
          { label: t`Method`, value: order.method.toUpperCase() },
          order.method === "upi" && { label: "UPI ID", value: order.upi_id },
          order.method === "imps" && { label: t`Account number`, value: order.account_number },
          order.method === "imps" && { label: "IFSC", value: order.ifsc_code },
          bankName !== undefined && { label: t`Bank`, value: bankName },
          ...factsOf("contact", order),
          ...factsOf("payment", order),
        ]}
      />
      <Details
        className="border-t border-line pt-4"
        of={[
          ...costDetails(quote, gstPercent),
          balance && {
            label: t`Balance after`,
            value: <Money value={subtract(balance, quote.total)} />,
          },
        ]}
      />
    </>
  );
}
