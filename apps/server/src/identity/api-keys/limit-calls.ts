import { now } from "../../kernel/clock.ts";
import { tooManyRequests } from "../../kernel/errors.ts";

const windowSeconds = 60;
const keysMax = 10_000;

interface Window {
  readonly startMs: number;
  used: number;
}

/** The calls of each key in the current minute, on this server. */
const windows = new Map<string, Window>();

/** What is left of a key's limit, as headers (draft-ietf-httpapi-ratelimit-headers). */
export type RateLimitHeaders = Readonly<Record<"ratelimit-policy" | "ratelimit", string>>;

/**
 * Counts a call of a key. Each server counts its own: a count that all share would cost a write for
 * each request.
 * @returns the headers of the answer. @throws 429 `TOO_MANY_REQUESTS` with the same headers.
 */
export function countCall(keyId: string, limit: number): RateLimitHeaders {
  const nowMs = now().getTime();
  const startMs = nowMs - (nowMs % (windowSeconds * 1_000));
  let current = windows.get(keyId);
  if (current?.startMs !== startMs) {
    if (windows.size >= keysMax) windows.clear();
    current = { startMs, used: 0 };
    windows.set(keyId, current);
  }
  current.used += 1;
  const secondsLeft = Math.ceil((startMs + windowSeconds * 1_000 - nowMs) / 1_000);
  const headers = {
    "ratelimit-policy": `"key";q=${limit};w=${windowSeconds}`,
    ratelimit: `"key";r=${Math.max(0, limit - current.used)};t=${secondsLeft}`,
  };
  if (current.used <= limit) return headers;
  throw tooManyRequests(
    "TOO_MANY_REQUESTS",
    `This API key may make ${limit} calls a minute. Send the next one in ${secondsLeft} s.`,
    secondsLeft,
    headers,
  );
}
