import { createSigner, createVerifier } from "fast-jwt";
import { now } from "./clock.ts";
import { keyBytes } from "./app-secret.ts";

type Use = "access-token" | "payout-authorisation" | "proof-nonce" | "invitation";
type Claims = Readonly<Record<string, string>>;

/**
 * Signs claims as a token that is valid for `lifeSeconds` (JWT, HS256). Each use has its own key,
 * so a token of one use is invalid for another.
 */
export function signToken(use: Use, claims: Claims, lifeSeconds: number): string {
  const sign = createSigner({ algorithm: "HS256", key: keyBytes(use) });
  // With both times a console with a wrong clock still knows how long the token is valid.
  const iat = Math.floor(now().getTime() / 1000);
  return sign({ ...claims, iat, exp: iat + lifeSeconds });
}

/** @returns the claims; undefined for a token that is foreign, altered or expired. */
export function verifyToken(use: Use, token: string): Claims | undefined {
  let claims: Claims;
  try {
    claims = verifierOf(keyBytes(use))(token);
  } catch {
    // fast-jwt throws for an invalid token, and for nothing else here.
    return undefined;
  }
  // By the product's clock, which tests move. A comparison with NaN is false.
  return now().getTime() <= Number(claims.exp) * 1000 ? claims : undefined;
}

type Verifier = (token: string) => Claims;

/** One for each key: creating one costs as much as using it. */
const verifiers = new WeakMap<Buffer, Verifier>();

function verifierOf(key: Buffer): Verifier {
  const existing = verifiers.get(key);
  if (existing) return existing;
  const verifier: Verifier = createVerifier({
    algorithms: ["HS256"],
    key,
    ignoreExpiration: true,
    requiredClaims: ["exp"],
  });
  verifiers.set(key, verifier);
  return verifier;
}
