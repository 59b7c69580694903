import type { SmsGatewayName } from "@rokad/contract/sms-gateways";
import type { SmsKind, SmsTemplate } from "@rokad/contract/sms-text";

/** A text message to a person. */
export interface SmsMessage {
  /** Ten digits, without +91. */
  readonly mobile: string;
  readonly kind: SmsKind;
  /** The complete text. */
  readonly text: string;
  /** Null for a text without a code. */
  readonly code: string | null;
  /** The values of the registered text's variables, in order. */
  readonly values: readonly string[];
  readonly template: SmsTemplate;
  /** The registered sender (DLT); null uses the default of the gateway's account. */
  readonly header: string | null;
}

/** The interface of all SMS gateways, tested by `sms-gateway.contract.ts`. */
export interface SmsGateway {
  readonly name: SmsGatewayName;
  /** The `.env` names of the settings that this kind of text needs and that are not set. */
  missingSettings(template: SmsTemplate, kind: SmsKind): Promise<readonly string[]>;
  /**
   * Sends the message once. No error contains the number, the code or a key.
   * @throws {SmsRefusedError} when the gateway refused the message, or a setting is missing.
   * @throws {OutcomeUnknownError} when the answer was unclear; the text may still arrive.
   */
  send(message: SmsMessage): Promise<void>;
}

/** The gateway refused the text; the message is its reason. */
export class SmsRefusedError extends Error {
  override name = "SmsRefusedError";
  /** The gateway refused only this number, so the gateway itself works. */
  readonly isNumberRejected: boolean;

  constructor(message: string, { isNumberRejected = false } = {}) {
    super(message);
    this.isNumberRejected = isNumberRejected;
  }
}

let gateways: readonly SmsGateway[] = [];

/** Sets the gateways in sending order: each is a fallback for those before it. */
export function useSmsGateways(...inOrder: readonly SmsGateway[]): void {
  gateways = inOrder;
}

export function smsGateways(): readonly SmsGateway[] {
  if (gateways.length === 0) throw new Error("Call useSmsGateways() before the first message");
  return gateways;
}
