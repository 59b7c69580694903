import { createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** One key for each use, so that none can stand in for another. */
const uses = ["access-token", "one-time-code", "payout-authorisation", "idempotency"] as const;
type Use = (typeof uses)[number];

interface Key {
  readonly bytes: Buffer;
  /** The same ready for use: from the bytes it is made anew each time, which costs four times the work. */
  readonly ready: KeyObject;
}

let keys: Record<Use, Key> | undefined;

/** Derives this process's keys from the one secret (HKDF-SHA-256, 32 bytes each). */
export function useSecret(secret: string): void {
  const derive = (use: Use): Key => {
    const bytes = Buffer.from(hkdfSync("sha256", secret, "rokad", use, 32));
    return { bytes, ready: createSecretKey(bytes) };
  };
  keys = {
    "access-token": derive("access-token"),
    "one-time-code": derive("one-time-code"),
    "payout-authorisation": derive("payout-authorisation"),
    idempotency: derive("idempotency"),
  };
}

/** The bytes of a key, the same object each time until another secret is used. */
export function keyFor(use: Use): Buffer {
  return keyOf(use).bytes;
}

function keyOf(use: Use): Key {
  if (!keys) throw new Error("useSecret() comes before the first key");
  return keys[use];
}

/** Tells secrets apart, and nothing about them. */
export function secretName(): string {
  return hmac("access-token", "the name of this secret").toString("hex").slice(0, 8);
}

/** HMAC-SHA-256 of the parts, joined by a byte that none of them can hold. */
export function hmac(use: Use, ...parts: readonly string[]): Buffer {
  return createHmac("sha256", keyOf(use).ready).update(parts.join("\0")).digest();
}

/** The generated secret of an installation without `APP_SECRET`: kept beside its data. */
export async function generatedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "app-secret");
  await mkdir(dataDir, { recursive: true });
  try {
    // `wx` fails when the file exists, so that two first starts agree on one secret.
    await writeFile(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFile(file, "utf8");
}
