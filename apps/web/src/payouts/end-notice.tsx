import type { PayoutDetail } from "@rokad/contract/payouts";
import { Notice } from "../ui/notice.tsx";

/** Why a payout ended without a payment, and where its money is. */
export function EndNotice({ payout }: { payout: PayoutDetail }) {
  const { status, failure_reason: reason } = payout;
  if (status === "cancelled") {
    return (
      <Notice tone="info" title={reason ?? "Cancelled before it was sent"}>
        {reason && "Cancelled by our team before it was sent. "}
        Amount, fee and GST are back in your wallet.
      </Notice>
    );
  }
  if (status !== "failed" || !reason) return null;
  return (
    <Notice tone="bad" title={reason}>
      Amount, fee and GST are back in your wallet.
    </Notice>
  );
}
