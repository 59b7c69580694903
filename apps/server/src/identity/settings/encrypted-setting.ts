import type { SettingKey } from "@rokad/contract/setting-rules";
import { encrypt, decrypt, type EncryptedUse } from "../../database/encryption/encrypt.ts";

/**
 * The settings that are stored encrypted, because they contain a full account number. This one is a
 * table now; its rows in `settings` and `settings_history` are of earlier versions.
 */
const encryptedKeys: ReadonlySet<string> = new Set(["receiving_account"]);

type Use = Extract<EncryptedUse, `setting${string}`>;

interface EncodedSetting {
  /** JSON; `null` when the value is encrypted. */
  readonly plain: string;
  readonly encrypted: Buffer | null;
}

/** Encodes a setting's value for its row. */
export function encodeSetting(
  use: Use,
  key: SettingKey,
  id: string,
  value: unknown,
): EncodedSetting {
  const json = JSON.stringify(value);
  if (value === null || !encryptedKeys.has(key)) return { plain: json, encrypted: null };
  return { plain: "null", encrypted: encrypt(use, id, json) };
}

/** Decodes the value of a row. */
export function decodeSetting(
  use: Use,
  id: string,
  plain: unknown,
  encrypted: Buffer | null,
): unknown {
  return encrypted ? JSON.parse(decrypt(use, id, encrypted)) : plain;
}

let cached: { readonly encrypted: Buffer; readonly value: unknown } | undefined;

/** Decodes a current setting and caches the decrypted value: almost every request reads it. */
export function decodeCurrentSetting(
  key: string,
  plain: unknown,
  encrypted: Buffer | null,
): unknown {
  if (!encrypted) return plain;
  if (!cached?.encrypted.equals(encrypted))
    cached = { encrypted, value: decodeSetting("setting", key, plain, encrypted) };
  return cached.value;
}
