import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/*
 * The format of a key's secret: `rk_test_` or `rk_live_`, 30 random base62 characters (178 bits), and
 * the CRC32 of all before as 6 base62 characters. The checksum finds a mistyped or cut secret without
 * the database, and lets scanners of source code tell a secret from other text.
 */

export type KeyMode = "test" | "live";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomChars = 30;
const checksumChars = 6;
const pattern = /^rk_(test|live)_[0-9A-Za-z]{36}$/;

/** What the database has of a secret. */
export interface StoredSecret {
  readonly hash: Buffer;
  /** Its last four characters. */
  readonly hint: string;
}

export function newSecret(mode: KeyMode): { readonly secret: string } & StoredSecret {
  const body = `rk_${mode}_${randomBase62(randomChars)}`;
  const secret = body + checksumOf(body);
  return { secret, hash: hashOf(secret), hint: secret.slice(-4) };
}

/** @returns undefined for a secret that is mistyped, cut or made up. */
export function readSecret(
  text: string,
): { readonly mode: KeyMode; readonly hash: Buffer } | undefined {
  const [, mode] = pattern.exec(text) ?? [];
  if (mode !== "test" && mode !== "live") return undefined;
  const body = text.slice(0, -checksumChars);
  if (checksumOf(body) !== text.slice(-checksumChars)) return undefined;
  return { mode, hash: hashOf(text) };
}

/** A plain hash: nobody can guess 178 random bits, and every request computes it. */
const hashOf = (secret: string) => hash("sha256", secret, "buffer");

function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = "";
  for (let at = 0; at < checksumChars; at += 1) {
    digits = (alphabet[rest % alphabet.length] ?? "") + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Rejects the last bytes, so that each character is equally likely.
      if (byte < 248 && text.length < length) text += alphabet[byte % alphabet.length] ?? "";
    }
  }
  return text;
}
