import type { Config } from "../../kernel/config.ts";
import { msg91 } from "./msg91.ts";
import { sandboxSms } from "./sandbox.ts";
import type { SmsGateway } from "./sms-gateway.ts";
import { twilio } from "./twilio.ts";

/** A person waits for the answer, in the worst case of two gateways. */
const timeoutMsMax = 8_000;

/**
 * Creates the configured SMS gateway, followed by the fallback gateway if one is configured.
 * @param print writes a line to the server's log; the sandbox prints its texts there.
 */
export function createGateways(config: Config, print: (line: string) => void): SmsGateway[] {
  const { smsProvider, smsFallbackProvider, baseUrls } = config;
  const timeoutMs = Math.min(config.providerTimeoutMs, timeoutMsMax);
  const factories = {
    sandbox: () => sandboxSms(print),
    msg91: () => msg91({ baseUrl: baseUrls.msg91, timeoutMs }),
    twilio: () => twilio({ baseUrl: baseUrls.twilio, timeoutMs }),
  };
  return [smsProvider, ...(smsFallbackProvider ? [smsFallbackProvider] : [])].map((name) =>
    factories[name](),
  );
}
