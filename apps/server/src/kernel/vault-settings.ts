import { z } from "zod";
import { secureUrl } from "./secure-url.ts";

const name = z.string().regex(/^[\w.-]+(\/[\w.-]+)*$/, "must be a name or a path of Vault");

/** The environment variables for a key in HashiCorp Vault's transit engine. */
export const vaultEnvironment = {
  VAULT_ADDR: secureUrl.optional(),
  VAULT_NAMESPACE: name.optional(),
  VAULT_TRANSIT_MOUNT: name.default("transit"),
  VAULT_TRANSIT_KEY: name.optional(),
  VAULT_TOKEN: z.string().min(1).optional(),
  VAULT_TOKEN_FILE: z.string().min(1).optional(),
  VAULT_CACERT: z.string().min(1).optional(),
  VAULT_KEY_USE: z.enum(["current", "retiring"]).default("current"),
};

/** A key of Vault's transit engine, and how to reach it. */
export interface VaultSettings {
  readonly address: string;
  readonly namespace: string | undefined;
  readonly mount: string;
  readonly key: string;
  readonly token: string | undefined;
  /** Read again for each call, because Vault's agent renews it. */
  readonly tokenFile: string | undefined;
  readonly caFile: string | undefined;
  /** `retiring`: it decrypts, and a key of `ENCRYPTION_KEY` encrypts. */
  readonly use: "current" | "retiring";
}

type Settings = {
  readonly [
    Name in Exclude<keyof typeof vaultEnvironment, "VAULT_TRANSIT_MOUNT" | "VAULT_KEY_USE">
  ]?: string | undefined;
} & {
  readonly VAULT_TRANSIT_MOUNT: string;
  readonly VAULT_KEY_USE: VaultSettings["use"];
  readonly ENCRYPTION_KEY?: unknown;
};

/** @returns undefined without Vault, or the sentence that says what is wrong. */
export function readVaultSettings(settings: Settings): VaultSettings | undefined | string {
  const { VAULT_ADDR: address, VAULT_TRANSIT_KEY: key } = settings;
  const { VAULT_TOKEN: token, VAULT_TOKEN_FILE: tokenFile, VAULT_KEY_USE: use } = settings;
  if (key === undefined) return undefined;
  if (address === undefined) return "VAULT_ADDR: must be set with VAULT_TRANSIT_KEY";
  if ((token === undefined) === (tokenFile === undefined))
    return "VAULT_TOKEN: set either VAULT_TOKEN or VAULT_TOKEN_FILE with VAULT_TRANSIT_KEY";
  if (use === "retiring" && settings.ENCRYPTION_KEY === undefined)
    return "VAULT_KEY_USE: retiring needs the new key in ENCRYPTION_KEY";
  return {
    address,
    namespace: settings.VAULT_NAMESPACE,
    mount: settings.VAULT_TRANSIT_MOUNT,
    key,
    token,
    tokenFile,
    caFile: settings.VAULT_CACERT,
    use,
  };
}
