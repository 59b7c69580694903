import { setTimeout as pause } from "node:timers/promises";
import { OutcomeUnknownError, type Destination } from "../provider.ts";
import type { BankName, Validation } from "../validation.ts";

/** A bank that takes longer than a person waits; its answer is kept when it comes. */
const slowSettleTimes = 4;

type Tell = (typedName: string, settleMs: number) => Validation | Promise<Validation>;

const anotherName: Tell = () => ({ verdict: "valid", nameAtBank: "RAVINDRA V KULKARNI" });
const partly: Tell = (typed) => ({
  verdict: "valid",
  nameAtBank: `${typed.toUpperCase()} AND SONS JAIPUR`,
});
const invalid: Tell = () => ({
  verdict: "invalid",
  reason: "The account does not exist or is closed",
});
const nameless: Tell = () => ({ verdict: "valid" });
const unknown: Tell = () => ({
  verdict: "unknown",
  reason: "This bank does not tell whose an account is",
});
const down: Tell = () => {
  throw new OutcomeUnknownError("The sandbox bank answered 503");
};
const slow: Tell = async (typed, settleMs) => {
  await pause(slowSettleTimes * settleMs);
  return { verdict: "valid", nameAtBank: typed.toUpperCase() };
};

/** The accounts of which the bank says something else than that the typed name is right. */
const tellers: Readonly<Record<string, Tell>> = {
  "000000000401/HDFC0000401": anotherName,
  "000000000402/HDFC0000402": partly,
  "000000000404/HDFC0000404": invalid,
  "000000000405/HDFC0000405": nameless,
  "000000000406/HDFC0000406": unknown,
  "000000000407/HDFC0000407": down,
  "000000000408/HDFC0000408": slow,
  "othername@upi": anotherName,
  "partname@upi": partly,
  "invalid@upi": invalid,
  "noname@upi": nameless,
  "unknown@upi": unknown,
  "namedown@upi": down,
  "nameslow@upi": slow,
};

/** What the sandbox bank says of an account: that it is the typed person's, unless the table asks for more. */
export async function nameAtSandbox(
  { of, typedName }: BankName,
  settleMs: number,
): Promise<Validation> {
  const tell = tellers[keyOf(of)];
  return tell
    ? tell(typedName, settleMs)
    : { verdict: "valid", nameAtBank: typedName.toUpperCase() };
}

function keyOf(of: Destination): string {
  return of.method === "upi" ? of.upiId.toLowerCase() : `${of.accountNumber}/${of.ifscCode}`;
}
