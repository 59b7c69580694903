import { randomUUID } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from "jose";

/** A browser's key, which signs the proofs of its sessions (RFC 9449). */
export type SessionKey = Awaited<ReturnType<typeof createSessionKey>>;

export interface ProofChange {
  readonly htm?: string;
  readonly htu?: string;
  /** In seconds. */
  readonly iat?: number;
  readonly jti?: string;
  readonly nonce?: string;
  readonly header?: object;
}

/** Creates a key for tests, the simulation, the fuzzer and the journeys. */
export async function createSessionKey() {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  const thumbprint = await calculateJwkThumbprint(jwk);
  return {
    thumbprint,
    jwk,
    privateKey,
    privateJwk: await exportJWK(privateKey),

    /** A `DPoP` header for a POST to this address, with a test's changes. */
    proof(address: string, { header, ...claims }: ProofChange = {}): Promise<string> {
      const iat = Math.floor(Date.now() / 1000);
      return new SignJWT({ htm: "POST", htu: address, iat, jti: randomUUID(), ...claims })
        .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk, ...header })
        .sign(privateKey);
    },
  };
}

let ownKey: Promise<SessionKey> | undefined;

/** The one key of this process: everyone who signs in with it has the same device. */
export function processKey(): Promise<SessionKey> {
  ownKey ??= createSessionKey();
  return ownKey;
}

/** The address of a call of the app under `inject`. */
export const injectedAddress = (path: string) => `http://localhost/api/v1${path}`;
