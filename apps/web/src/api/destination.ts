const key = "after-sign-in";

/** Stores the page to open after the sign-in, for this tab. */
export function rememberDestination(path: string): void {
  if (isOwnPath(path)) sessionStorage.setItem(key, path);
}

/** Returns and removes the stored page; `fallback` when there is none. */
export function takeDestination(fallback: string): string {
  const path = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return path && isOwnPath(path) ? path : fallback;
}

export function clearDestination(): void {
  sessionStorage.removeItem(key);
}

/** Accepts only paths of this console: `//evil.example` and `https:` leave it (open redirect). */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !path.startsWith("/login");
}
