import type { Payout, PayoutDetail, PayoutStatus } from "@rokad/contract/payouts";
import { add, money, subtract, type Money } from "@rokad/money/money";

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

/** The status that the console shows: a payout that waits for funds is pending in the API. */
export function shownStatus(payout: Pick<Payout, "status" | "waiting_for_funds">): string {
  return payout.waiting_for_funds ? "waiting_for_funds" : payout.status;
}

/** True if it waited for funds and was never created: nothing was on hold for it. */
export function isNotFunded({ timeline }: Pick<PayoutDetail, "timeline">): boolean {
  return timeline.at(-1)?.event === "wait_ended";
}

/** True if amount and charges are back in the wallet: they are in no total. */
export function isRefunded({ status }: { status: PayoutStatus }): boolean {
  return status === "failed" || status === "cancelled";
}

/** Fee and GST that the payer has not got back. */
export function keptCharges(payout: Payout): Money {
  if (isRefunded(payout)) return money(0);
  return subtract(add(payout.txn_fee, payout.gst_amount), payout.returned_charges);
}

/** True if a bank sent back a part of a paid payout. */
export function isPartlyReturned(payout: Pick<Payout, "status" | "returned_amount">): boolean {
  return payout.status === "success" && payout.returned_amount.amount > 0;
}
