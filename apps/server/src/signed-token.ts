import { createSigner, createVerifier } from "fast-jwt";
import { now } from "./clock.ts";
import { keyFor } from "./secrets.ts";

type Use = "access-token" | "payout-authorisation";
type Claims = Readonly<Record<string, string>>;

/**
 * Signs claims for one use, good for so many seconds (JWT, HS256). Each use has a key of its
 * own, so that a token of one can't stand in for a token of another.
 */
export function signToken(use: Use, claims: Claims, lifeSeconds: number): string {
  const sign = createSigner({ algorithm: "HS256", key: keyFor(use) });
  // Issue and end, so that a console whose clock is off can tell how long a token lives.
  const iat = Math.floor(now().getTime() / 1000);
  return sign({ ...claims, iat, exp: iat + lifeSeconds });
}

/** @returns the claims, or undefined for a token that is not ours, is altered, or has run out. */
export function readToken(use: Use, token: string): Claims | undefined {
  const verify = createVerifier({
    algorithms: ["HS256"],
    key: keyFor(use),
    clockTimestamp: now().getTime(),
    requiredClaims: ["exp"],
  });
  try {
    return verify(token) as Claims;
  } catch {
    // fast-jwt throws for every token that is not good, and for nothing else here.
    return undefined;
  }
}
