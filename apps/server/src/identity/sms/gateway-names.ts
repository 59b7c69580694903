import type { SmsGatewayName } from "@rokad/contract/sms-gateways";

/** The display names of the gateways. */
export const gatewayNames: Readonly<Record<SmsGatewayName, string>> = {
  sandbox: "The sandbox",
  msg91: "MSG91",
  twilio: "Twilio",
};
