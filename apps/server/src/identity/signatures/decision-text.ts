import { smsVariableCharsMax } from "@rokad/contract/sms-text";
import type { SignedSummary } from "../../http/with-signature.ts";
import { plainRupees } from "../../kernel/money.ts";

/**
 * The text with the code that signs an act about this amount.
 * @param decision what it does, such as `adjustment Demo Traders`; cut to what operators deliver.
 */
export function decisionText(
  decision: string,
  amountPaise: bigint,
): NonNullable<SignedSummary["text"]> {
  return {
    kind: "decision",
    amount: plainRupees(amountPaise),
    decision: decision.slice(0, smsVariableCharsMax).trim(),
  };
}
