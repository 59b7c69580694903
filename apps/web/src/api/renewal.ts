import { ApiError } from "./api-error.ts";
import type { Trade } from "./last-trade.ts";
import type { Tokens } from "./tokens.ts";

/** Renewed this long before it runs out, so that no request is refused for its age. */
const renewalLeadMs = 60_000;

/** The session is over: no refresh token, or the server took it back. */
export class SessionOverError extends Error {
  override name = "SessionOverError";
}

interface RenewalParts {
  read: () => Tokens | null;
  save: (tokens: { access_token: string; refresh_token: string }) => void;
  /** Trades a refresh token for a new pair at the server. */
  trade: (refreshToken: string) => Promise<{ access_token: string; refresh_token: string }>;
  /** Runs one renewal at a time over all tabs. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** The last trade of any tab, seen at once; `read` may still lag behind it. */
  lastTrade: () => Promise<Trade | null>;
  noteTrade: (trade: Trade) => Promise<void>;
  now: () => number;
}

/**
 * Keeps the access token fresh. A refresh token works once and its second use ends the session,
 * so tabs take turns, and each looks again inside its turn: the one before may have renewed.
 */
export function makeRenewal(parts: RenewalParts) {
  let underWay: Promise<string> | null = null;

  /** A token to send now. @throws {SessionOverError} */
  async function freshToken(): Promise<string> {
    const tokens = parts.read();
    if (!tokens) throw new SessionOverError("Nobody is signed in");
    const expiresSoon =
      tokens.expiresAtMs !== null && tokens.expiresAtMs - parts.now() < renewalLeadMs;
    if (!expiresSoon || !tokens.refresh) return tokens.access;
    try {
      return await renew(tokens.access);
    } catch (error) {
      if (error instanceof SessionOverError) throw error;
      // The server is away for the moment; the old token may still do.
      return tokens.access;
    }
  }

  /** Replaces the token that was refused or runs out. @throws {SessionOverError} */
  function renew(staleToken: string): Promise<string> {
    underWay ??= parts
      .alone(() => renewInTurn(staleToken))
      .finally(() => {
        underWay = null;
      });
    return underWay;
  }

  async function renewInTurn(staleToken: string): Promise<string> {
    const tokens = parts.read();
    if (!tokens) throw new SessionOverError("Signed out meanwhile");
    if (tokens.access !== staleToken) return tokens.access;
    if (!tokens.refresh) throw new SessionOverError("There is no refresh token");
    try {
      const pair =
        (await pairOfOtherTab(staleToken, tokens.refresh)) ?? (await trade(tokens.refresh));
      parts.save(pair);
      return pair.access_token;
    } catch (error) {
      if (error instanceof ApiError && isRefusal(error.status)) {
        throw new SessionOverError("The refresh token was refused", { cause: error });
      }
      throw error;
    }
  }

  /** The tokens of a renewal that has not wholly reached this tab's view of storage yet. */
  async function pairOfOtherTab(
    staleToken: string,
    refresh: string,
  ): Promise<Trade["pair"] | null> {
    const last = await parts.lastTrade();
    if (!last || last.pair.access_token === staleToken) return null;
    return last.traded === refresh || last.pair.refresh_token === refresh ? last.pair : null;
  }

  async function trade(refresh: string): Promise<Trade["pair"]> {
    const pair = await parts.trade(refresh);
    await parts.noteTrade({ traded: refresh, pair });
    return pair;
  }

  return { freshToken, renew };
}

/** 429 and 5xx mean "later"; only a real refusal ends a session. */
function isRefusal(status: number): boolean {
  return status === 400 || status === 401 || status === 403;
}
