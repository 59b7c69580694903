import { setTimeout as pause } from "node:timers/promises";
import { type Destination } from "../transfer.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import type { ValidationRequest, Validation } from "../validation.ts";

/** A bank that takes longer than a person waits; its answer is stored when it arrives. */
const slowSettleTimes = 4;

type Answer = (typedName: string, settleMs: number) => Validation | Promise<Validation>;

const anotherName: Answer = () => ({ verdict: "valid", nameAtBank: "RAVINDRA V KULKARNI" });
const partialName: Answer = (typed) => ({
  verdict: "valid",
  nameAtBank: `${typed.toUpperCase()} AND SONS JAIPUR`,
});
const invalid: Answer = () => ({
  verdict: "invalid",
  reason: "The account does not exist or is closed",
});
const nameless: Answer = () => ({ verdict: "valid" });
const unknown: Answer = () => ({
  verdict: "unknown",
  reason: "This bank does not report account holders",
});
const down: Answer = () => {
  throw new OutcomeUnknownError("The sandbox bank answered 503");
};
const slow: Answer = async (typed, settleMs) => {
  await pause(slowSettleTimes * settleMs);
  return { verdict: "valid", nameAtBank: typed.toUpperCase() };
};

/** The accounts with another answer than that the typed name is right. */
const answers: Readonly<Record<string, Answer>> = {
  "000000000401/HDFC0000401": anotherName,
  "000000000402/HDFC0000402": partialName,
  "000000000404/HDFC0000404": invalid,
  "000000000405/HDFC0000405": nameless,
  "000000000406/HDFC0000406": unknown,
  "000000000407/HDFC0000407": down,
  "000000000408/HDFC0000408": slow,
  "othername@upi": anotherName,
  "partname@upi": partialName,
  "invalid@upi": invalid,
  "noname@upi": nameless,
  "unknown@upi": unknown,
  "namedown@upi": down,
  "nameslow@upi": slow,
};

/** The sandbox bank's answer about an account: the typed name is right, except for `answers`. */
export async function validateAtSandbox(
  { destination, typedName }: ValidationRequest,
  settleMs: number,
): Promise<Validation> {
  const answer = answers[keyOf(destination)];
  return answer
    ? answer(typedName, settleMs)
    : { verdict: "valid", nameAtBank: typedName.toUpperCase() };
}

function keyOf(destination: Destination): string {
  return destination.method === "upi"
    ? destination.upiId.toLowerCase()
    : `${destination.accountNumber}/${destination.ifscCode}`;
}
