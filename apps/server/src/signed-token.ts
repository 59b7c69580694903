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
  let claims: Claims;
  try {
    claims = verifierOf(keyFor(use))(token);
  } catch {
    // fast-jwt throws for every token that is not good, and for nothing else here.
    return undefined;
  }
  // By the product's own clock, which is another at each look; NaN is never in time.
  return now().getTime() <= Number(claims.exp) * 1000 ? claims : undefined;
}

type Verifier = (token: string) => Claims;

/** Kept for each key: making one costs as much as using it. */
const verifiers = new WeakMap<Buffer, Verifier>();

function verifierOf(key: Buffer): Verifier {
  const kept = verifiers.get(key);
  if (kept) return kept;
  const made: Verifier = createVerifier({
    algorithms: ["HS256"],
    key,
    ignoreExpiration: true,
    requiredClaims: ["exp"],
  });
  verifiers.set(key, made);
  return made;
}
