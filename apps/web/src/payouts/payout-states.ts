import type { PayoutStatus } from "@rokad/contract/payouts";

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
