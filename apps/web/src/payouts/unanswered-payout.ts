import type { PayoutOrder } from "@rokad/contract/payout-form";

/**
 * A payout that was sent and not yet answered: the whole request with its idempotency key, kept in
 * browser storage so that even after a crash it can be asked again under the same key. It holds an
 * account number, so it goes the moment an answer came.
 */
export interface UnansweredPayout {
  payerId: string;
  key: string;
  order: PayoutOrder;
  authorizationToken: string;
  /** When it was first sent, by this browser's clock, in ms. */
  at: number;
}

const slotOf = (payerId: string) => `payout_unanswered:${payerId}`;

export function keepUnanswered(payout: UnansweredPayout): void {
  localStorage.setItem(slotOf(payout.payerId), JSON.stringify(payout));
}

export function readUnanswered(payerId: string): UnansweredPayout | null {
  try {
    return JSON.parse(localStorage.getItem(slotOf(payerId)) ?? "null") as UnansweredPayout | null;
  } catch {
    return null;
  }
}

/** Only this one: another tab may have begun the next. */
export function forgetUnanswered({ payerId, key }: UnansweredPayout): void {
  if (readUnanswered(payerId)?.key === key) localStorage.removeItem(slotOf(payerId));
}
