import type { Config } from "./config.ts";
import { useProviders } from "./providers/rails.ts";
import { sandboxProvider } from "./providers/sandbox/sandbox.ts";
import { generatedSecret, useSecret } from "./secrets.ts";
import { sandboxSms } from "./sms/sandbox.ts";
import { useSmsGateway } from "./sms/sms.ts";

/** Puts the parts that the settings choose in place: keys, SMS gateway, payout providers. */
export async function usePlatform(config: Config, print: (line: string) => void): Promise<void> {
  useSecret(config.appSecret ?? (await generatedSecret(config.dataDir)));
  useSmsGateway(sandboxSms(print));
  const sandbox = sandboxProvider({ settleMs: config.sandboxSettleMs });
  useProviders({ primary: sandbox, alternative: sandbox });
}
