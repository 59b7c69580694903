import { createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Each use has its own key, so that a value of one use is invalid for another. */
const uses = [
  "access-token",
  "one-time-code",
  "payout-authorisation",
  "proof-nonce",
  "passkey-challenge",
  "idempotency",
  "email-address",
  "invitation",
] as const;
type Use = (typeof uses)[number];

interface Key {
  readonly bytes: Buffer;
  /** The same key as an object: an HMAC from the bytes takes four times as long. */
  readonly object: KeyObject;
}

let keys: Record<Use, Key> | undefined;

/** Derives this process's keys from `APP_SECRET` (HKDF-SHA-256, 32 bytes each). */
export function useSecret(secret: string): void {
  const derive = (use: Use): Key => {
    const bytes = Buffer.from(hkdfSync("sha256", secret, "rokad", use, 32));
    return { bytes, object: createSecretKey(bytes) };
  };
  keys = {
    "access-token": derive("access-token"),
    "one-time-code": derive("one-time-code"),
    "payout-authorisation": derive("payout-authorisation"),
    "proof-nonce": derive("proof-nonce"),
    "passkey-challenge": derive("passkey-challenge"),
    idempotency: derive("idempotency"),
    "email-address": derive("email-address"),
    invitation: derive("invitation"),
  };
}

/** The bytes of a key: the same buffer at each call until `useSecret` runs again. */
export function keyBytes(use: Use): Buffer {
  return keyOf(use).bytes;
}

function keyOf(use: Use): Key {
  if (!keys) throw new Error("Call useSecret() before the first key is used");
  return keys[use];
}

/** A fingerprint that identifies the secret without revealing it. */
export function secretFingerprint(): string {
  return hmac("access-token", "the name of this secret").toString("hex").slice(0, 8);
}

/** HMAC-SHA-256 of the parts, joined by a zero byte, which none of them contains. */
export function hmac(use: Use, ...parts: readonly string[]): Buffer {
  return createHmac("sha256", keyOf(use).object).update(parts.join("\0")).digest();
}

/** The generated secret of an installation without `APP_SECRET`, stored beside its data. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "app-secret");
  await mkdir(dataDir, { recursive: true });
  try {
    // Closes the race between two first starts: `wx` fails when the file exists.
    await writeFile(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFile(file, "utf8");
}
