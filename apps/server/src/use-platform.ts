import { ConfigError, type Config } from "./config.ts";
import { useCredentials } from "./credentials/credentials.ts";
import { database } from "./db.ts";
import { makeAdapters } from "./providers/adapters.ts";
import { useProviders } from "./providers/rails.ts";
import { openDataKeys } from "./sealing/data-keys.ts";
import { encryptionKeysOf } from "./sealing/encryption-keys.ts";
import { generatedSecret, useSecret } from "./secrets.ts";
import { sandboxSms } from "./sms/sandbox.ts";
import { useSmsGateway } from "./sms/sms.ts";

/** Puts the parts that the settings choose in place: keys, SMS gateway, payout providers. */
export async function usePlatform(config: Config, print: (line: string) => void): Promise<void> {
  useSecret(config.appSecret ?? (await generatedSecret(config.dataDir)));
  if (config.smsProvider !== "sandbox" || config.smsFallbackProvider) {
    throw new ConfigError("SMS_PROVIDER: this version has no gateway but the sandbox");
  }
  await openDataKeys(database(), await encryptionKeysOf(config));
  useSmsGateway(sandboxSms(print));
  useCredentials(config.credentials);
  const { chosen, all } = makeAdapters(config);
  useProviders(chosen, all);
}
