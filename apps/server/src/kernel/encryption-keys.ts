import { createHmac, createSecretKey, randomBytes, type KeyObject } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { KmsKey } from "./kms-key.ts";
import { vaultKey } from "./vault-key.ts";
import type { VaultSettings } from "./vault-settings.ts";

const keyBytes = 32;

/** A key that encrypts data keys, and nothing else. */
export type EncryptionKey = LocalKey | KmsKey;

/** A key of `ENCRYPTION_KEY`. It encrypts only data keys, and Rokad never stores it. */
export interface LocalKey {
  /** A fingerprint that identifies the key in tables and messages without revealing it. */
  readonly name: string;
  readonly key: KeyObject;
}

/**
 * Parses `ENCRYPTION_KEY`.
 * @param text keys of 32 bytes in base64 or hexadecimal, separated by commas, the newest first.
 * @returns null when one of them is invalid.
 */
export function readEncryptionKeys(text: string): LocalKey[] | null {
  const keys = text.split(",").map((key) => bytesOf(key.trim()));
  return keys.every((bytes) => bytes !== null) ? keys.map(encryptionKey) : null;
}

function bytesOf(text: string): Buffer | null {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  if (!/^[\w+/-]{43}=?$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.length === keyBytes ? bytes : null;
}

function encryptionKey(bytes: Buffer): LocalKey {
  const name = createHmac("sha256", bytes).update("rokad encryption key").digest("hex").slice(0, 8);
  return { name, key: createSecretKey(bytes) };
}

interface KeySettings {
  readonly encryptionKeys: readonly LocalKey[] | undefined;
  readonly vault?: VaultSettings | undefined;
  readonly dataDir: string;
}

/**
 * The keys of the environment, the newest first, or the generated key of a trial installation. The
 * key in Vault is the newest, unless it is retiring.
 */
export async function loadEncryptionKeys({
  encryptionKeys,
  vault,
  dataDir,
}: KeySettings): Promise<readonly EncryptionKey[]> {
  if (vault) {
    const key = vaultKey(vault);
    const local = encryptionKeys ?? [];
    return vault.use === "current" ? [key, ...local] : [...local, key];
  }
  return encryptionKeys ?? [encryptionKey(await readOrCreateKey(dataDir))];
}

/** Stored beside the data, like the generated `APP_SECRET`. */
async function readOrCreateKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, "encryption-key");
  await mkdir(dataDir, { recursive: true });
  try {
    // Closes the race between two first starts: `wx` fails when the file exists.
    await writeFile(file, randomBytes(keyBytes).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return Buffer.from((await readFile(file, "utf8")).trim(), "hex");
}
