import type { Config } from "./kernel/config.ts";
import { useCredentials } from "./kernel/credentials.ts";
import { readStoredCredentials } from "./identity/credentials/stored-credentials.ts";
import { database } from "./database/db.ts";
import { createAdapters } from "./providers/create-adapters.ts";
import { useProviders } from "./providers/configured-providers.ts";
import { openDataKeys } from "./database/encryption/data-keys.ts";
import { loadEncryptionKeys } from "./kernel/encryption-keys.ts";
import { readOrCreateSecret, useSecret } from "./kernel/app-secret.ts";
import { usePasskeyOrigins } from "./kernel/passkey-origins.ts";
import { useCell } from "./kernel/payout-reference.ts";
import { useLogCopies } from "./operations/log-copies/configured-copies.ts";
import { createGateways } from "./identity/sms/create-gateways.ts";
import { useRegisteredTexts } from "./identity/settings/registered-texts.ts";
import { useWebhookNetworks } from "./tenants/webhooks/reachable-addresses.ts";
import { useMail } from "./identity/email/configured-mail.ts";
import { useSmsGateways } from "./identity/sms/sms-gateway.ts";

/** Puts the parts that the settings choose in place: keys, SMS gateway, payout providers. */
export async function composePlatform(
  config: Config,
  print: (line: string) => void,
): Promise<void> {
  useCell(config.cell);
  useSecret(config.appSecret ?? (await readOrCreateSecret(config.dataDir)));
  await openDataKeys(database(), await loadEncryptionKeys(config));
  useCredentials(config.credentials, readStoredCredentials);
  useRegisteredTexts(config.registered);
  usePasskeyOrigins(config.passkeyOrigins);
  useWebhookNetworks(config.webhookNetworks);
  useLogCopies(config.logCopies);
  useSmsGateways(...createGateways(config, print));
  useMail({
    environment: config.mail,
    hasMailbox: config.sandboxAllowed && config.smsProvider === "sandbox",
    publicUrl: config.publicUrl,
  });
  const { chosen, all } = createAdapters(config);
  useProviders(chosen, all);
}
