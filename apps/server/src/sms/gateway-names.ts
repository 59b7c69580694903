import type { SmsGatewayName } from "@rokad/contract/sms-gateways";

/** What each is called where people read of it. */
export const gatewayNames: Readonly<Record<SmsGatewayName, string>> = {
  sandbox: "The sandbox",
  msg91: "MSG91",
  twilio: "Twilio",
};
