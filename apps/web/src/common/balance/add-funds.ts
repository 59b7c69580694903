/**
 * Opens the Add Funds dialog from any page: `openAddFunds()`. The dialog belongs to the deposits
 * feature, which other features can't import, so they use this store.
 */
let open = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

export function openAddFunds(): void {
  set(true);
}

export function closeAddFunds(): void {
  set(false);
}

/** For `useSyncExternalStore`. */
export const addFundsOpen = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => open,
};
