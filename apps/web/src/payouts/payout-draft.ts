import type { PayoutForm } from "@rokad/contract/payout-form";
import { draftKey, startPayout } from "../common/payouts/start-payout.ts";
import { blankPayout } from "./payout-form.ts";

/** Whose draft it is: a new payout has one, and each request that is edited. */
export function draftIdOf(payerId: string, editedId: string | undefined): string {
  return editedId === undefined ? payerId : `${payerId}:${editedId}`;
}

export function saveDraft(payerId: string, values: Partial<PayoutForm>): void {
  if (isBlank(values)) deleteDraft(payerId);
  else startPayout(payerId, values);
}

export function readDraft(payerId: string): Partial<PayoutForm> | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(draftKey(payerId)) ?? "null") as object | null;
    // JSON stores a NaN amount as null.
    return draft && Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null));
  } catch {
    return null;
  }
}

export function deleteDraft(payerId: string): void {
  sessionStorage.removeItem(draftKey(payerId));
}

function isBlank(values: Partial<PayoutForm>): boolean {
  return Object.entries(values).every(
    ([name, value]) => (value ?? "") === (blankPayout[name as keyof PayoutForm] ?? ""),
  );
}
