import type { Money as Amount } from "@rokad/money/money";
import type { RefCallback } from "react";
import { t } from "../language.ts";
import { useCanConfirm } from "../common/signing/use-can-confirm.ts";
import { Button } from "../ui/button.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { ReviewDetails } from "./review-details.tsx";
import { needsReason, ReviewNotices } from "./review-notices.tsx";
import { useBeneficiaryCheck } from "./use-beneficiary-check.ts";
import type { Payment, PricedOrder } from "./use-payment.ts";
import { usePayoutReview } from "./use-payout-review.ts";
import { WaitNotice } from "./wait-notice.tsx";

interface ReviewStepProps {
  /** Receives focus when the step opens, so that a held Enter key does not confirm. */
  first: RefCallback<HTMLElement>;
  pricedOrder: PricedOrder;
  payment: Payment;
  gstPercent: number;
  balance: Amount | undefined;
  missing: Amount | undefined;
  onCancel: () => void;
  onConfirm: () => void;
  onPasskey: () => void;
}

/**
 * The payout in full before it is confirmed. No OTP is sent before the account check has ended; a
 * check without a result does not block the payout.
 */
export function ReviewStep(props: ReviewStepProps) {
  const { first, pricedOrder, gstPercent, balance, missing, onCancel, onConfirm, onPasskey } =
    props;
  const canConfirm = useCanConfirm();
  const { order } = pricedOrder;
  const check = useBeneficiaryCheck(order);
  const nameDiffers = check?.match === "different";
  const review = usePayoutReview(order);
  const lacksReason = needsReason(review) && !pricedOrder.request.repeat_reason?.trim();
  const isBlocked = lacksReason || Boolean(review?.cooling);
  return (
    <>
      <DialogBody className="grid gap-4" label={t`The payout in full`}>
        <ReviewDetails
          pricedOrder={pricedOrder}
          gstPercent={gstPercent}
          balance={missing ? undefined : balance}
          check={check}
          notices={
            <>
              {missing && <WaitNotice missing={missing} />}
              <ReviewNotices review={review} payment={props.payment} />
            </>
          }
        />
      </DialogBody>
      <DialogFooter>
        <Button ref={first} variant="secondary" onClick={onCancel}>
          {check?.verdict === "invalid" ? t`Back to the form` : t`Cancel`}
        </Button>
        {check && check.verdict !== "invalid" && canConfirm && (
          <Button variant="secondary" disabled={isBlocked} onClick={onPasskey}>
            {t`Use passkey`}
          </Button>
        )}
        {check?.verdict !== "invalid" && (
          <Button
            variant={nameDiffers ? "danger" : "primary"}
            busy={!check}
            busyLabel={t`Checking the name`}
            disabled={isBlocked}
            onClick={onConfirm}
          >
            {nameDiffers ? t`Send anyway and get OTP` : t`Confirm and get OTP`}
          </Button>
        )}
      </DialogFooter>
    </>
  );
}
