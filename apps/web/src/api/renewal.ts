import { ApiError } from "./api-error.ts";
import type { Rotation } from "./last-rotation.ts";
import type { Tokens } from "./tokens.ts";

/** Renews the token this long before it expires, so that no request fails on its age. */
const renewalLeadMs = 60_000;

/** The session ended: there is no refresh token, or the server revoked it. */
export class SessionOverError extends Error {
  override name = "SessionOverError";
}

interface RenewalOptions {
  read: () => Tokens | null;
  save: (tokens: { access_token: string; refresh_token: string }) => void;
  /** Exchanges a refresh token for a new pair at the server. */
  rotate: (refreshToken: string) => Promise<{ access_token: string; refresh_token: string }>;
  /** Runs one renewal at a time across all tabs. */
  exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** The last rotation of any tab, visible at once; `read` may lag behind. */
  readLastRotation: () => Promise<Rotation | null>;
  saveRotation: (rotate: Rotation) => Promise<void>;
  now: () => number;
}

/**
 * Keeps the access token fresh. A refresh token works once, and its use after its successor's ends
 * the session. So tabs renew under a lock, and each re-checks inside it: another tab may have renewed already.
 */
export function createRenewal(options: RenewalOptions) {
  let pendingRenewal: Promise<string> | null = null;

  /** Returns a token to send now. @throws {SessionOverError} */
  async function freshToken(): Promise<string> {
    const tokens = options.read();
    if (!tokens) throw new SessionOverError("Nobody is signed in");
    const expiresSoon =
      tokens.expiresAtMs !== null && tokens.expiresAtMs - options.now() < renewalLeadMs;
    if (!expiresSoon || !tokens.refresh) return tokens.access;
    try {
      return await renew(tokens.access);
    } catch (error) {
      if (error instanceof SessionOverError) throw error;
      // The server is unreachable; the old token may still be valid.
      return tokens.access;
    }
  }

  /** Replaces a rejected or expiring token. @throws {SessionOverError} */
  function renew(staleToken: string): Promise<string> {
    pendingRenewal ??= options
      .exclusive(() => renewInLock(staleToken))
      .finally(() => {
        pendingRenewal = null;
      });
    return pendingRenewal;
  }

  async function renewInLock(staleToken: string): Promise<string> {
    const tokens = options.read();
    if (!tokens) throw new SessionOverError("Signed out meanwhile");
    if (tokens.access !== staleToken) return tokens.access;
    if (!tokens.refresh) throw new SessionOverError("There is no refresh token");
    try {
      const pair =
        (await findPairOfOtherTab(staleToken, tokens.refresh)) ?? (await rotate(tokens.refresh));
      // A sign-out during the request would be undone.
      if (!options.read()) throw new SessionOverError("Signed out meanwhile");
      options.save(pair);
      return pair.access_token;
    } catch (error) {
      if (error instanceof ApiError && endsSession(error.status)) {
        throw new SessionOverError("The server rejected the refresh token", { cause: error });
      }
      throw error;
    }
  }

  /** Finds tokens that another tab renewed and this tab's storage does not show yet. */
  async function findPairOfOtherTab(
    staleToken: string,
    refresh: string,
  ): Promise<Rotation["pair"] | null> {
    const last = await options.readLastRotation();
    if (!last || last.pair.access_token === staleToken) return null;
    return last.usedToken === refresh || last.pair.refresh_token === refresh ? last.pair : null;
  }

  async function rotate(refresh: string): Promise<Rotation["pair"]> {
    const pair = await options.rotate(refresh);
    await options.saveRotation({ usedToken: refresh, pair });
    return pair;
  }

  return { freshToken, renew };
}

/** 429 and 5xx mean "try later"; only these statuses end a session. */
function endsSession(status: number): boolean {
  return status === 400 || status === 401 || status === 403;
}
