import type { PayoutOrder, PayoutRequest } from "@rokad/contract/payout-form";

/**
 * A payout request without an answer, in browser storage with its idempotency key, so that it can
 * be repeated under the same key even after a crash. It contains an account number, so it is
 * deleted as soon as there is an answer.
 */
export interface UnansweredPayout {
  payerId: string;
  key: string;
  order: PayoutOrder;
  /** What is sent. Missing in a payout that an earlier version of the console stored: the order. */
  request?: PayoutRequest;
  saves?: boolean | undefined;
  authorizationToken: string;
  /** Time of the first attempt by this browser's clock, in ms. */
  at: number;
}

const storageKey = (payerId: string) => `payout_unanswered:${payerId}`;

export function saveUnanswered(payout: UnansweredPayout): void {
  localStorage.setItem(storageKey(payout.payerId), JSON.stringify(payout));
}

export function readUnanswered(payerId: string): UnansweredPayout | null {
  try {
    return JSON.parse(
      localStorage.getItem(storageKey(payerId)) ?? "null",
    ) as UnansweredPayout | null;
  } catch {
    return null;
  }
}

/** Deletes only this payout: another tab may have started the next one. */
export function deleteUnanswered({ payerId, key }: UnansweredPayout): void {
  if (readUnanswered(payerId)?.key === key) localStorage.removeItem(storageKey(payerId));
}
