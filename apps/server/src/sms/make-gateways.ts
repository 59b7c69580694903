import type { Config } from "../config.ts";
import { msg91 } from "./msg91.ts";
import { sandboxSms } from "./sandbox.ts";
import type { SmsGateway } from "./sms.ts";
import { twilio } from "./twilio.ts";

/** A person waits for the answer, perhaps for those of two gateways. */
const patienceMsMax = 8_000;

/** The gateway of this installation, and the second one where it is set. */
export function makeGateways(config: Config, print: (line: string) => void): SmsGateway[] {
  const { smsProvider, smsFallbackProvider, baseUrls } = config;
  const timeoutMs = Math.min(config.providerTimeoutMs, patienceMsMax);
  const makers = {
    sandbox: () => sandboxSms(print),
    msg91: () => msg91({ baseUrl: baseUrls.msg91, timeoutMs }),
    twilio: () => twilio({ baseUrl: baseUrls.twilio, timeoutMs }),
  };
  return [smsProvider, ...(smsFallbackProvider ? [smsFallbackProvider] : [])].map((name) =>
    makers[name](),
  );
}
