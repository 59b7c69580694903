import { createHash } from "node:crypto";
import { limits } from "@rokad/contract/limits";
import { z } from "zod";
import type { PresentedProof } from "../../http/serve.ts";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { signToken, verifyToken } from "../../kernel/signed-token.ts";

/** A proof whose signature is right. */
export interface SignedProof {
  /** The key that signed it (RFC 7638). */
  readonly thumbprint: string;
  readonly proofHash: Buffer;
  /** Why it does not fit this request; null when it does. */
  readonly problem: ApiError | null;
}

const claimsRule = z.object({
  htm: z.string().max(10),
  htu: z.string().max(2_000),
  iat: z.number().int(),
  jti: z.string().min(1).max(100),
  nonce: z.string().max(500).optional(),
});

const proofCharsMax = 4_000;

/**
 * Verifies a proof of possession (RFC 9449, section 4.3): ES256 only, with the public key in the
 * header.
 * @returns null when it is missing, or not signed by the key that it names.
 */
export async function verifyProof({
  jwt,
  ...request
}: PresentedProof): Promise<SignedProof | null> {
  if (jwt === undefined || jwt.length > proofCharsMax) return null;
  const { calculateJwkThumbprint, compactVerify, EmbeddedJWK } = await import("jose");
  const verified = await compactVerify(jwt, EmbeddedJWK, { algorithms: ["ES256"] }).catch(
    () => null,
  );
  if (!verified) return null;
  const { typ, jwk } = verified.protectedHeader;
  const claims = parseClaims(verified.payload);
  // A private key in the header is known to all who saw it, so it proves nothing.
  if (typ !== "dpop+jwt" || !jwk || "d" in jwk || !claims) return null;
  const thumbprint = await calculateJwkThumbprint(jwk);
  return {
    thumbprint,
    proofHash: createHash("sha256").update(`${thumbprint} ${claims.jti}`).digest(),
    problem: isForRequest(claims, request) ? timeProblem(claims) : invalidProof(),
  };
}

/**
 * Marks a proof as used, in the transaction that it authorises.
 * @throws 400 `DPOP_PROOF_INVALID` if it does not fit its request or was used before;
 *   `USE_DPOP_NONCE` if its time differs from the server's.
 */
export async function useProof(db: Tx, proof: SignedProof): Promise<void> {
  if (proof.problem) throw proof.problem;
  // Closes the race between two uses on two servers: the second insert waits and finds the first.
  const added = await db
    .insertInto("used_proofs")
    .values({ proof_hash: proof.proofHash, used_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning("used_at")
    .execute();
  if (added.length === 0) throw invalidProof();
}

export const invalidProof = () =>
  new ApiError(
    400,
    "DPOP_PROOF_INVALID",
    "This browser's proof for the session is not valid. Reload the page and try again.",
  );

type Claims = z.output<typeof claimsRule>;

function parseClaims(payload: Uint8Array): Claims | null {
  try {
    return claimsRule.parse(JSON.parse(new TextDecoder().decode(payload)));
  } catch {
    return null;
  }
}

/** The scheme is not compared: behind a proxy with TLS, this server is reached over plain HTTP. */
function isForRequest(
  claims: Claims,
  { method, host, path }: Omit<PresentedProof, "jwt">,
): boolean {
  const url = URL.parse(claims.htu);
  if (claims.htm !== method || !url || !/^https?:$/.test(url.protocol)) return false;
  // The host in the proof's scheme, so that a default port is left out on both sides.
  return url.pathname === path && url.host === URL.parse(`${url.protocol}//${host}`)?.host;
}

/** A nonce of this server shows that the proof is new, whatever the clock of the device says. */
function timeProblem({ iat, nonce }: Claims): ApiError | null {
  if (nonce !== undefined && verifyToken("proof-nonce", nonce)) return null;
  if (Math.abs(now().getTime() / 1000 - iat) <= limits.proofSecondsMax) return null;
  return new ApiError(
    400,
    "USE_DPOP_NONCE",
    "The clock of this device differs from the server's. Try again.",
    { headers: { "dpop-nonce": signToken("proof-nonce", {}, limits.proofSecondsMax) } },
  );
}
