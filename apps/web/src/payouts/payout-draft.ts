import type { PayoutForm } from "@rokad/contract/payout-form";
import { blankPayout } from "./payout-form.ts";

/**
 * What was typed, kept for this tab and this person until it is paid: a reload or a look at
 * another page loses nothing, and whoever signs in next sees nothing of it.
 */
const slotOf = (payerId: string) => `payout_draft:${payerId}`;

export function keepDraft(payerId: string, values: Partial<PayoutForm>): void {
  if (isBlank(values)) forgetDraft(payerId);
  else sessionStorage.setItem(slotOf(payerId), JSON.stringify(values));
}

export function readDraft(payerId: string): Partial<PayoutForm> | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(slotOf(payerId)) ?? "null") as object | null;
    // An amount that was no number was written as null.
    return kept && Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null));
  } catch {
    return null;
  }
}

export function forgetDraft(payerId: string): void {
  sessionStorage.removeItem(slotOf(payerId));
}

function isBlank(values: Partial<PayoutForm>): boolean {
  return Object.entries(values).every(
    ([name, value]) => (value ?? "") === (blankPayout[name as keyof PayoutForm] ?? ""),
  );
}
