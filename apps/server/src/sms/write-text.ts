import { limits } from "@rokad/contract/limits";
import {
  renderSms,
  smsVariableCharsMax,
  type SmsTemplate,
  type SmsVariable,
} from "@rokad/contract/sms-text";

/** What a text is about, as far as its kind knows it. */
export interface Told {
  readonly code: string;
  readonly product: string;
  /** `1,00,000.00`: the registered text has the "Rs.", for "₹" makes any text twice as dear. */
  readonly amount?: string;
  readonly beneficiary?: string;
  /** `RK2EM233TB1T94JS as paid`. */
  readonly decision?: string;
}

/**
 * The registered text with its values.
 * @throws {RangeError} for a value that is missing or longer than operators let through. Those that
 *   people choose freely are shortened before.
 */
export function writeText({ text, variables }: SmsTemplate, told: Told) {
  const values = variables.map((name) => valueOf(name, told));
  return { text: renderSms(text, values), values };
}

function valueOf(name: SmsVariable, told: Told): string {
  const value = name === "minutes" ? String(limits.otpLifeSeconds / 60) : told[name];
  if (value === undefined) throw new RangeError(`Nothing stands at the variable ${name}`);
  if (value.length > smsVariableCharsMax) {
    throw new RangeError(`More than ${smsVariableCharsMax} characters stand at ${name}`);
  }
  return value;
}

interface Payee {
  readonly name: string;
  readonly to: { readonly accountNumber: string } | { readonly upiId: string };
}

const destinationCharsMax = 16;

/**
 * Whom a payout goes to, in the 30 characters of one variable: `Sample Traders (XX6789)`,
 * `Asha Rao (asha@okhdfc)`. A UPI id longer than 16 characters keeps its first 7 and last 6, so
 * that who is paid and at which bank is still seen. Then the name is cut to what is left. The
 * payout's code is bound to the whole of both, however they are shortened here.
 */
export function payeeInText({ name, to }: Payee): string {
  const destination =
    "upiId" in to
      ? to.upiId.length <= destinationCharsMax
        ? to.upiId
        : `${to.upiId.slice(0, 7)}...${to.upiId.slice(-6)}`
      : `XX${to.accountNumber.slice(-4)}`;
  const room = smsVariableCharsMax - destination.length - " ()".length;
  const plain = name.replaceAll(/\s+/g, " ").trim();
  const shown = plain.length <= room ? plain : `${plain.slice(0, room - 3).trim()}...`;
  return `${shown} (${destination})`;
}
