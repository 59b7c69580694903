import type { PayoutStatus } from "@rokad/contract/payouts";

const final: Record<PayoutStatus, boolean> = {
  pending: false,
  processing: false,
  success: true,
  failed: true,
};

/** True while a payout can still change, so that its page looks again. */
export function isUnderWay({ status }: { status: PayoutStatus }): boolean {
  return !final[status];
}
