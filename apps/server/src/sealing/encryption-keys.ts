import { createHmac, createSecretKey, randomBytes, type KeyObject } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const keyBytes = 32;

/** A key of `ENCRYPTION_KEY`. It locks data keys and nothing else, and is never written down by us. */
export interface EncryptionKey {
  /** Tells keys apart in tables and sentences, and nothing about the key. */
  readonly name: string;
  readonly key: KeyObject;
}

/**
 * The keys of `ENCRYPTION_KEY`, the newest first.
 * @param text 32 bytes each in base64 or hexadecimal, with commas between.
 * @returns null when one of them is not that.
 */
export function readEncryptionKeys(text: string): EncryptionKey[] | null {
  const keys = text.split(",").map((one) => bytesOf(one.trim()));
  return keys.every((bytes) => bytes !== null) ? keys.map(encryptionKey) : null;
}

function bytesOf(text: string): Buffer | null {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  if (!/^[\w+/-]{43}=?$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.length === keyBytes ? bytes : null;
}

function encryptionKey(bytes: Buffer): EncryptionKey {
  const name = createHmac("sha256", bytes).update("rokad encryption key").digest("hex").slice(0, 8);
  return { name, key: createSecretKey(bytes) };
}

interface Choice {
  readonly encryptionKeys: readonly EncryptionKey[] | undefined;
  readonly dataDir: string;
}

/** What the environment gives, or the generated key of an installation that only tries Rokad. */
export async function encryptionKeysOf({
  encryptionKeys,
  dataDir,
}: Choice): Promise<readonly EncryptionKey[]> {
  return encryptionKeys ?? [encryptionKey(await generatedKey(dataDir))];
}

/** Kept beside the data, as the generated signing secret is. */
async function generatedKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, "encryption-key");
  await mkdir(dataDir, { recursive: true });
  try {
    // `wx` fails when the file exists, so that two first starts agree on one key.
    await writeFile(file, randomBytes(keyBytes).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return Buffer.from((await readFile(file, "utf8")).trim(), "hex");
}
