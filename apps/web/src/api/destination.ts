const key = "after-sign-in";

/** Keeps where the person wanted to go, for this tab, until after the sign-in. */
export function rememberDestination(path: string): void {
  if (isOwnPath(path)) sessionStorage.setItem(key, path);
}

/** The remembered place, once; `fallback` when there is none. */
export function takeDestination(fallback: string): string {
  const path = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return path && isOwnPath(path) ? path : fallback;
}

export function forgetDestination(): void {
  sessionStorage.removeItem(key);
}

/** Only a page of this console: `//evil.example` and `https:` are addresses of someone else. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !path.startsWith("/login");
}
