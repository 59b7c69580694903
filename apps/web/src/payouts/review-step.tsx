import { payoutFacts } from "@rokad/contract/payout-fields";
import { subtract, type Money as Amount } from "@rokad/money/money";
import type { RefCallback } from "react";
import { useCanConfirm } from "../common/signing/use-can-confirm.ts";
import { useBankOfIfsc } from "../common/bank-details/bank-of-ifsc.tsx";
import { AmountInWords } from "../ui/amount-in-words.tsx";
import { Button } from "../ui/button.tsx";
import { Details } from "../ui/details.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Money } from "../ui/money.tsx";
import { NameAtBank } from "./name-at-bank.tsx";
import { costDetails } from "./payout-details.tsx";
import { needsReason, ReviewNotices } from "./review-notices.tsx";
import { useBeneficiaryCheck } from "./use-beneficiary-check.ts";
import type { Payment, PricedOrder } from "./use-payment.ts";
import { usePayoutReview } from "./use-payout-review.ts";

interface ReviewStepProps {
  /** Receives focus when the step opens, so that a held Enter key does not confirm. */
  first: RefCallback<HTMLElement>;
  pricedOrder: PricedOrder;
  payment: Payment;
  gstPercent: number;
  balance: Amount | undefined;
  onCancel: () => void;
  onConfirm: () => void;
  onPasskey: () => void;
}

/**
 * The payout in full before it is confirmed. No OTP is sent before the account check has ended; a
 * check without a result does not block the payout.
 */
export function ReviewStep(props: ReviewStepProps) {
  const { first, pricedOrder, gstPercent, balance, onCancel, onConfirm, onPasskey } = props;
  const canConfirm = useCanConfirm();
  const { order, quote } = pricedOrder;
  const { bankName } = useBankOfIfsc(order.method === "imps" ? order.ifsc_code : "");
  const check = useBeneficiaryCheck(order);
  const nameDiffers = check?.match === "different";
  const review = usePayoutReview(order);
  const lacksReason = needsReason(review) && !pricedOrder.request.repeat_reason?.trim();
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
        <ReviewNotices review={review} payment={props.payment} />
        <NameAtBank check={check} enteredName={order.beneficiary_name} />
        <Details
          of={[
            { label: "To", value: <span className="font-medium">{order.beneficiary_name}</span> },
            { label: "Method", value: order.method.toUpperCase() },
            order.method === "upi" && { label: "UPI ID", value: order.upi_id },
            order.method === "imps" && { label: "Account number", value: order.account_number },
            order.method === "imps" && { label: "IFSC", value: order.ifsc_code },
            bankName !== undefined && { label: "Bank", value: bankName },
            ...payoutFacts("contact", order),
            ...payoutFacts("payment", order),
          ]}
        />
        <Details
          className="border-t border-line pt-4"
          of={[
            ...costDetails(quote, gstPercent),
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
        {check && check.verdict !== "invalid" && canConfirm && (
          <Button variant="secondary" disabled={lacksReason} onClick={onPasskey}>
            Use passkey
          </Button>
        )}
        {check?.verdict !== "invalid" && (
          <Button
            variant={nameDiffers ? "danger" : "primary"}
            busy={!check}
            busyLabel="Checking the name"
            disabled={lacksReason}
            onClick={onConfirm}
          >
            {nameDiffers ? "Send anyway and get OTP" : "Confirm and get OTP"}
          </Button>
        )}
      </DialogFooter>
    </>
  );
}
