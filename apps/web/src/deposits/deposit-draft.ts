import type { DepositForm } from "@rokad/contract/deposits";
import type { BlankForm } from "../api/use-contract-form.ts";

/** One draft per tab and person: it survives a sign-out, and another person never sees it. */
const storageKey = (personId: string) => `deposit_draft:${personId}`;

export function saveDepositDraft(personId: string, values: BlankForm<DepositForm>): void {
  sessionStorage.setItem(storageKey(personId), JSON.stringify(values));
}

export function readDepositDraft(personId: string): BlankForm<DepositForm> | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(storageKey(personId)) ?? "null") as
      | object
      | null;
    // JSON stores a NaN amount as null.
    return draft && Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null));
  } catch {
    return null;
  }
}

export function deleteDepositDraft(personId: string): void {
  sessionStorage.removeItem(storageKey(personId));
}
