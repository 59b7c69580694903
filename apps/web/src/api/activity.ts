const storageName = "last-active";

/** Records that the person did something now, for all tabs of this browser. */
export function markActive(now = Date.now()): void {
  localStorage.setItem(storageName, String(now));
}

/** By this browser's clock. */
export function lastActiveMs(): number {
  return Number(localStorage.getItem(storageName)) || Date.now();
}

export function clearActivity(): void {
  localStorage.removeItem(storageName);
}
