import type { SettingKey } from "@rokad/contract/setting-rules";
import { seal, unseal, type SealedUse } from "../sealing/seal.ts";

/** Those whose value is not kept in plain: it has a whole account number. */
const sealedKeys: ReadonlySet<string> = new Set<SettingKey>(["receiving_account"]);

type Use = Extract<SealedUse, `setting${string}`>;

interface Kept {
  /** JSON; that of null where the value is sealed. */
  readonly plain: string;
  readonly sealed: Buffer | null;
}

/** A setting's value as its row keeps it. */
export function keptSetting(use: Use, key: SettingKey, id: string, value: unknown): Kept {
  const json = JSON.stringify(value);
  if (value === null || !sealedKeys.has(key)) return { plain: json, sealed: null };
  return { plain: "null", sealed: seal(use, id, json) };
}

/** The value that a row keeps. */
export function settingOf(use: Use, id: string, plain: unknown, sealed: Buffer | null): unknown {
  return sealed ? JSON.parse(unseal(use, id, sealed)) : plain;
}

let last: { readonly sealed: Buffer; readonly value: unknown } | undefined;

/** The same for one that counts now: settings are read with almost every request, so it is opened once. */
export function currentSettingOf(key: string, plain: unknown, sealed: Buffer | null): unknown {
  if (!sealed) return plain;
  if (!last?.sealed.equals(sealed))
    last = { sealed, value: settingOf("setting", key, plain, sealed) };
  return last.value;
}
