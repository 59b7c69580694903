import { limits } from "@rokad/contract/limits";
import {
  renderSms,
  smsVariableCharsMax,
  type SmsTemplate,
  type SmsVariable,
} from "@rokad/contract/sms-text";

/** The values that a text may contain, depending on its kind. */
export interface TextValues {
  readonly code?: string;
  readonly product: string;
  /** `1,00,000.00`. The registered text has "Rs.": a "₹" makes an SMS Unicode, with 70 characters. */
  readonly amount?: string;
  readonly beneficiary?: string;
  /** `RKA2EM233TB1T94JS as paid`. */
  readonly decision?: string;
  /** `21/11/2026 14:05`. */
  readonly until?: string;
  /** `Chrome on Windows`. */
  readonly device?: string;
  /** `21/11/2026 14:05`. */
  readonly time?: string;
  /** `400`, of several payouts. */
  readonly count?: string;
  /** `Sharma Traders`. */
  readonly business?: string;
}

/**
 * Fills in a registered text.
 * @returns the text, and its values in the order of the variables.
 * @throws {RangeError} when a value is missing or above 30 characters, the operators' limit. Callers
 *   shorten free text before.
 */
export function writeText({ text, variables }: SmsTemplate, source: TextValues) {
  const values = variables.map((name) => valueOf(name, source));
  return { text: renderSms(text, values), values };
}

function valueOf(name: SmsVariable, source: TextValues): string {
  const value = name === "minutes" ? String(limits.otpLifeSeconds / 60) : source[name];
  if (value === undefined) throw new RangeError(`The variable ${name} has no value`);
  if (value.length > smsVariableCharsMax) {
    throw new RangeError(`The variable ${name} has more than ${smsVariableCharsMax} characters`);
  }
  return value;
}

interface Payee {
  readonly name: string;
  readonly to: { readonly accountNumber: string } | { readonly upiId: string };
}

const destinationCharsMax = 16;

/**
 * The payee of a payout in the 30 characters of one variable: `Sample Traders (XX6789)`,
 * `Asha Rao (asha@okhdfc)`. A UPI id above 16 characters keeps its first 7 and last 6 characters,
 * so that person and bank stay recognisable; the name is cut to the remaining length. The payout's
 * code is bound to the full name and destination.
 */
export function formatPayee({ name, to }: Payee): string {
  const destination =
    "upiId" in to
      ? to.upiId.length <= destinationCharsMax
        ? to.upiId
        : `${to.upiId.slice(0, 7)}...${to.upiId.slice(-6)}`
      : `XX${to.accountNumber.slice(-4)}`;
  const nameCharsMax = smsVariableCharsMax - destination.length - " ()".length;
  return `${asVariable(name, nameCharsMax)} (${destination})`;
}

/** A name in the 30 characters of one variable, or in fewer: `Shree Balaji Wholesale Trad...`. */
export function asVariable(name: string, charsMax = smsVariableCharsMax): string {
  const trimmed = name.replaceAll(/\s+/g, " ").trim();
  return trimmed.length <= charsMax ? trimmed : `${trimmed.slice(0, charsMax - 3).trim()}...`;
}
