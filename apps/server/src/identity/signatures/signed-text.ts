import { smsVariableCharsMax } from "@rokad/contract/sms-text";
import type { SignedSummary } from "../../http/with-signature.ts";
import { plainRupees } from "../../kernel/money.ts";

type SignedText = NonNullable<SignedSummary["text"]>;

/**
 * The text with the code that signs an act.
 * @param act what it does, such as `Change Platform fee`. Shortened to what operators deliver, but
 *   never within a number: it would be another one.
 */
export function signedText(act: string): SignedText {
  return { kind: "signature", decision: shortened(act) };
}

/**
 * The same for an act about this amount.
 * @param decision what it does, such as `adjustment Demo Traders`.
 */
export function decisionText(decision: string, amountPaise: bigint): SignedText {
  return { kind: "decision", amount: plainRupees(amountPaise), decision: shortened(decision) };
}

/** Without a rupee sign: a text that has one holds 70 characters instead of 160. */
function shortened(act: string): string {
  const plain = act.replaceAll("₹", "Rs.").replaceAll(/\s+/g, " ").trim();
  if (plain.length <= smsVariableCharsMax) return plain;
  const kept = plain.slice(0, smsVariableCharsMax - 3);
  const lastWord = kept.slice(kept.lastIndexOf(" ") + 1);
  const whole = /\d/.test(lastWord) ? kept.slice(0, -lastWord.length) : kept;
  return `${whole.trim()}...`;
}
