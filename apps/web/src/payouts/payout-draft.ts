import type { PayoutForm } from "@rokad/contract/payout-form";
import { blankPayout } from "./payout-form.ts";

/** One draft per tab and person: it survives a reload, and another person never sees it. */
const storageKey = (payerId: string) => `payout_draft:${payerId}`;

export function saveDraft(payerId: string, values: Partial<PayoutForm>): void {
  if (isBlank(values)) deleteDraft(payerId);
  else sessionStorage.setItem(storageKey(payerId), JSON.stringify(values));
}

export function readDraft(payerId: string): Partial<PayoutForm> | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(storageKey(payerId)) ?? "null") as
      | object
      | null;
    // JSON stores a NaN amount as null.
    return draft && Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null));
  } catch {
    return null;
  }
}

export function deleteDraft(payerId: string): void {
  sessionStorage.removeItem(storageKey(payerId));
}

function isBlank(values: Partial<PayoutForm>): boolean {
  return Object.entries(values).every(
    ([name, value]) => (value ?? "") === (blankPayout[name as keyof PayoutForm] ?? ""),
  );
}
