import type { Payout, PayoutStatus } from "@rokad/contract/payouts";

const isFinal: Record<PayoutStatus, boolean> = {
  pending: false,
  processing: false,
  success: true,
  failed: true,
  cancelled: true,
};

/** True while a payout's status can still change, so that pages poll it. */
export function isInProgress({ status }: { status: PayoutStatus }): boolean {
  return !isFinal[status];
}

/** True if a bank sent back a part of a paid payout. */
export function isPartlyReturned(payout: Pick<Payout, "status" | "returned_amount">): boolean {
  return payout.status === "success" && payout.returned_amount.amount > 0;
}
