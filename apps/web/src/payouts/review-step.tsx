import { subtract, type Money as Amount } from "@rokad/money/money";
import type { RefCallback } from "react";
import { useBankOfIfsc } from "../shell/bank-of-ifsc.tsx";
import { AmountInWords } from "../ui/amount-in-words.tsx";
import { Button } from "../ui/button.tsx";
import { Details } from "../ui/details.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Money } from "../ui/money.tsx";
import { NameAtBank } from "./name-at-bank.tsx";
import { costLines } from "./payout-lines.tsx";
import { useBeneficiaryCheck } from "./use-beneficiary-check.ts";
import type { Confirmed } from "./use-payment.ts";

interface ReviewStepProps {
  /** Has the focus first: a key held down a moment too long must not confirm. */
  first: RefCallback<HTMLElement>;
  confirmed: Confirmed;
  gstPercent: number;
  balance: Amount | undefined;
  onCancel: () => void;
  onConfirm: () => void;
}

/**
 * Money about to leave, once more in full: who, and by the bank's word, where, how much, what it
 * costs, what remains. No code is sent before the bank was asked; what it can't tell stops nobody.
 */
export function ReviewStep(props: ReviewStepProps) {
  const { first, confirmed, gstPercent, balance, onCancel, onConfirm } = props;
  const { order, quote } = confirmed;
  const { bankName } = useBankOfIfsc(order.method === "imps" ? order.ifsc_code : "");
  const check = useBeneficiaryCheck(order);
  const differs = check?.match === "different";
  return (
    <>
      <DialogBody className="grid gap-4">
        <div className="rounded-card border border-line bg-sunken/60 px-4 py-4 text-center">
          <Money
            value={quote.amount}
            className="text-[28px] leading-9 font-semibold tracking-tight"
          />
          <p className="min-h-4 text-xs text-balance text-muted">
            <AmountInWords value={quote.amount} />
          </p>
        </div>
        <NameAtBank check={check} typedName={order.beneficiary_name} />
        <Details
          of={[
            { label: "To", value: <span className="font-medium">{order.beneficiary_name}</span> },
            { label: "Method", value: order.method.toUpperCase() },
            order.method === "upi" && { label: "UPI ID", value: order.upi_id },
            order.method === "imps" && { label: "Account number", value: order.account_number },
            order.method === "imps" && { label: "IFSC", value: order.ifsc_code },
            bankName !== undefined && { label: "Bank", value: bankName },
            { label: "Phone", value: `+91 ${order.beneficiary_phone}` },
            { label: "Email", value: order.beneficiary_email },
            { label: "Address", value: order.beneficiary_address },
            Boolean(order.remarks) && { label: "Remarks", value: order.remarks },
          ]}
        />
        <Details
          className="border-t border-line pt-4"
          of={[
            ...costLines(quote, gstPercent),
            balance && {
              label: "Balance after",
              value: <Money value={subtract(balance, quote.total)} />,
            },
          ]}
        />
      </DialogBody>
      <DialogFooter>
        <Button ref={first} variant="secondary" onClick={onCancel}>
          {check?.verdict === "invalid" ? "Back to the form" : "Cancel"}
        </Button>
        {check?.verdict !== "invalid" && (
          <Button
            variant={differs ? "danger" : "primary"}
            busy={!check}
            busyLabel="Checking the name"
            onClick={onConfirm}
          >
            {differs ? "Send anyway and get OTP" : "Confirm and get OTP"}
          </Button>
        )}
      </DialogFooter>
    </>
  );
}
