import { useSyncExternalStore } from "react";

/** Whether the balance is hidden, stored on this device. */
const storageKey = "balance_hidden";
const listeners = new Set<() => void>();

addEventListener("storage", (event) => {
  if (event.key === storageKey) notify();
});

export function useBalanceHidden(): boolean {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey) === "true");
}

export function setBalanceHidden(hidden: boolean): void {
  if (hidden) localStorage.setItem(storageKey, "true");
  else localStorage.removeItem(storageKey);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
