import type { Config } from "./config.ts";
import { useCredentials } from "./credentials/credentials.ts";
import { readStoredCredentials } from "./credentials/stored-credentials.ts";
import { database } from "./db.ts";
import { makeAdapters } from "./providers/adapters.ts";
import { useProviders } from "./providers/rails.ts";
import { openDataKeys } from "./sealing/data-keys.ts";
import { encryptionKeysOf } from "./sealing/encryption-keys.ts";
import { generatedSecret, useSecret } from "./secrets.ts";
import { makeGateways } from "./sms/make-gateways.ts";
import { useRegistered } from "./sms/registered.ts";
import { useSmsGateways } from "./sms/sms.ts";

/** Puts the parts that the settings choose in place: keys, SMS gateway, payout providers. */
export async function usePlatform(config: Config, print: (line: string) => void): Promise<void> {
  useSecret(config.appSecret ?? (await generatedSecret(config.dataDir)));
  await openDataKeys(database(), await encryptionKeysOf(config));
  useCredentials(config.credentials, readStoredCredentials);
  useRegistered(config.registered);
  useSmsGateways(...makeGateways(config, print));
  const { chosen, all } = makeAdapters(config);
  useProviders(chosen, all);
}
