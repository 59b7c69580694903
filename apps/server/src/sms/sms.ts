/** What is texted to a person. `code` is kept apart so that a gateway's template can take it. */
export interface SmsMessage {
  /** Ten digits, without +91. */
  readonly mobile: string;
  readonly purpose: "sign_in" | "payout";
  readonly text: string;
  readonly code: string;
}

/**
 * What every SMS gateway must do: hand the message over and return, or throw. A throw means
 * that the person has no code, and is told so.
 */
export interface SmsGateway {
  readonly name: "sandbox";
  send(message: SmsMessage): Promise<void>;
}

let gateway: SmsGateway | undefined;

export function useSmsGateway(chosen: SmsGateway): void {
  gateway = chosen;
}

export function smsGateway(): SmsGateway {
  if (!gateway) throw new Error("useSmsGateway() comes before the first message");
  return gateway;
}
