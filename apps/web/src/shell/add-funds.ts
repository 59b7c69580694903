/**
 * The Add Funds dialog can be asked for from any page: `openAddFunds()`. It waits in routes.tsx,
 * which may know the deposits feature; pages and shell know only this.
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
