const key = "after-sign-in";
const ownerKey = "after-sign-in-of";

/**
 * Stores the page to open after the sign-in, for this tab.
 * @param personId whose page it was; undefined for a link that anyone may open.
 */
export function rememberDestination(path: string, personId?: string): void {
  if (!isOwnPath(path)) return;
  sessionStorage.setItem(key, path);
  if (personId) sessionStorage.setItem(ownerKey, personId);
  else sessionStorage.removeItem(ownerKey);
}

/** Returns and removes the stored page; `fallback` when there is none, or it was another person's. */
export function takeDestination(fallback: string, personId: string): string {
  const path = sessionStorage.getItem(key);
  const owner = sessionStorage.getItem(ownerKey) ?? personId;
  clearDestination();
  return path && owner === personId && isOwnPath(path) ? path : fallback;
}

export function clearDestination(): void {
  sessionStorage.removeItem(key);
  sessionStorage.removeItem(ownerKey);
}

/** Accepts only paths of this console: `//evil.example` and `https:` leave it (open redirect). */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !path.startsWith("/login");
}
