import type { PayoutDetail } from "@rokad/contract/payouts";
import { t } from "../language.ts";
import { isNotFunded } from "./payout-states.ts";
import { Notice } from "../ui/notice.tsx";

/** Why a payout ended without a payment, and where its money is. */
export function EndNotice({ payout }: { payout: PayoutDetail }) {
  const { status, failure_reason: reason } = payout;
  if (isNotFunded(payout)) {
    return (
      <Notice tone="info" title={reason ?? t`Cancelled while it waited for funds`}>
        {t`Nothing was sent, and nothing was on hold.`}
      </Notice>
    );
  }
  if (status === "cancelled") {
    return (
      <Notice tone="info" title={reason ?? t`Cancelled before it was sent`}>
        {reason && t`Cancelled by our team before it was sent. `}
        {refundOf(payout)}
      </Notice>
    );
  }
  if (status !== "failed" || !reason) return null;
  return (
    <Notice tone="bad" title={reason}>
      {refundOf(payout)}
    </Notice>
  );
}

/** Where the money of a payout is that was not paid. */
export function refundOf({ kind }: PayoutDetail): string {
  return kind === "withdrawal"
    ? t`The amount is back in your wallet.`
    : t`Amount, fee and GST are back in your wallet.`;
}
