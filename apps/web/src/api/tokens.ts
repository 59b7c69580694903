/** The two tokens of a session in browser storage, under the specification's names. */
const accessKey = "auth_token";
const refreshKey = "refresh_token";
const expiryKey = "auth_token_expires_at";
/** The id of the key that the session is bound to: session-key.ts. */
const keyIdKey = "auth_key";
let memoryKeyId: string | undefined;

export interface Tokens {
  access: string;
  refresh: string | null;
  /** By this browser's clock; null when unknown. */
  expiresAtMs: number | null;
}

export function readTokens(): Tokens | null {
  const access = localStorage.getItem(accessKey);
  if (!access || isMemoryKeyLost()) return null;
  const expiry = Number(localStorage.getItem(expiryKey));
  return {
    access,
    refresh: localStorage.getItem(refreshKey),
    expiresAtMs: expiry > 0 ? expiry : null,
  };
}

export function saveTokens(tokens: { access_token: string; refresh_token: string }): void {
  localStorage.setItem(refreshKey, tokens.refresh_token);
  const expiresAtMs = expiryByThisClock(tokens.access_token, Date.now());
  if (expiresAtMs === null) localStorage.removeItem(expiryKey);
  else localStorage.setItem(expiryKey, String(expiresAtMs));
  // Last, because other tabs listen for it.
  localStorage.setItem(accessKey, tokens.access_token);
}

export function clearTokens(): void {
  localStorage.removeItem(refreshKey);
  localStorage.removeItem(expiryKey);
  localStorage.removeItem(keyIdKey);
  localStorage.removeItem(accessKey);
}

export function readKeyId(): string | null {
  return localStorage.getItem(keyIdKey);
}

export function saveKeyId(id: string): void {
  localStorage.setItem(keyIdKey, id);
}

/** The key of a browser without IndexedDB lives until this page unloads. */
export function markMemoryKey(id: string): void {
  memoryKeyId = id;
}

/** True after a reload, or in another tab, of a browser without IndexedDB. */
export function isMemoryKeyLost(): boolean {
  const id = readKeyId();
  return id !== null && id.startsWith("memory:") && id !== memoryKeyId;
}

/** True for a storage event that means another tab removed the tokens. */
export function tokensWereRemoved(event: StorageEvent): boolean {
  return event.key === null || (event.key === accessKey && event.newValue === null);
}

/**
 * When a token received now expires, by this browser's clock: its lifetime (`exp − iat`) from now,
 * because a phone's clock may differ from the server's by minutes.
 */
export function expiryByThisClock(jwt: string, nowMs: number): number | null {
  try {
    const payload = jwt.split(".")[1] ?? "";
    const claims = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/"))) as {
      iat?: number;
      exp?: number;
    };
    if (!claims.exp || !claims.iat) return null;
    return nowMs + (claims.exp - claims.iat) * 1000;
  } catch {
    return null;
  }
}
