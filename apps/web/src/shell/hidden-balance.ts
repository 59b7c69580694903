import { useSyncExternalStore } from "react";

/** Whether the balance shows as dots, remembered on this device. */
const storageKey = "balance_hidden";
const listeners = new Set<() => void>();

addEventListener("storage", (event) => {
  if (event.key === storageKey) tell();
});

export function useBalanceHidden(): boolean {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey) === "true");
}

export function hideBalance(hidden: boolean): void {
  if (hidden) localStorage.setItem(storageKey, "true");
  else localStorage.removeItem(storageKey);
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
