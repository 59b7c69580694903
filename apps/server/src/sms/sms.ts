import type { SmsGatewayName } from "@rokad/contract/sms-gateways";
import type { SmsKind, SmsTemplate } from "@rokad/contract/sms-text";

/** What is texted to a person. */
export interface SmsMessage {
  /** Ten digits, without +91. */
  readonly mobile: string;
  readonly kind: SmsKind;
  /** As it arrives. */
  readonly text: string;
  readonly code: string;
  /** What stands at the variables of the registered text, in their order. */
  readonly values: readonly string[];
  readonly template: SmsTemplate;
  /** The sender as registered (DLT); null where the gateway's own account decides. */
  readonly header: string | null;
}

/**
 * What every SMS gateway must do. `sms-gateway.contract.ts` holds each to it.
 */
export interface SmsGateway {
  readonly name: SmsGatewayName;
  /** What it needs for this kind of text and nobody has set, by the names in `.env`. */
  missingSettings(template: SmsTemplate, kind: SmsKind): Promise<readonly string[]>;
  /**
   * Hands the message over once.
   * @throws {SmsRefusedError} when the gateway said no, or was not asked for want of a setting.
   * @throws {OutcomeUnknownError} when it gave no clear answer; the text may arrive all the same.
   * No error holds the number, the code or a key.
   */
  send(message: SmsMessage): Promise<void>;
}

/** The gateway did not take the text, and says why. */
export class SmsRefusedError extends Error {
  override name = "SmsRefusedError";
  /** It would take another number's: nothing is wrong with the gateway. */
  readonly aboutNumber: boolean;

  constructor(message: string, { aboutNumber = false } = {}) {
    super(message);
    this.aboutNumber = aboutNumber;
  }
}

let gateways: readonly SmsGateway[] = [];

/** The gateways of this installation: each is asked when those before it could not send. */
export function useSmsGateways(...chosen: readonly SmsGateway[]): void {
  gateways = chosen;
}

export function smsGateways(): readonly SmsGateway[] {
  if (gateways.length === 0) throw new Error("useSmsGateways() comes before the first message");
  return gateways;
}
