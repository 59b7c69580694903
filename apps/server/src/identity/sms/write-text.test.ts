// The guarantee: a text is the registered one with values that operators accept, and a payout's text
// always names the payee.
import { smsVariableCharsMax } from "@rokad/contract/sms-text";
import { describe, expect, test } from "vitest";
import { smsTemplate } from "../../../test/sms-message.ts";
import { formatPayee, writeText } from "./write-text.ts";

const values = { code: "482913", product: "Rokad", amount: "1.00", beneficiary: "Asha (XX6789)" };

describe("a text", () => {
  test("is the registered one to the letter, with values in its order [33.5]", () => {
    const text = "Rs.{#alphanumeric#} to {#ALPHANUMERIC#}? Then  enter {#var#} ($1).";
    const template = smsTemplate("payout", { text, variables: ["amount", "beneficiary", "code"] });
    expect(writeText(template, values)).toEqual({
      text: "Rs.1.00 to Asha (XX6789)? Then  enter 482913 ($1).",
      values: ["1.00", "Asha (XX6789)", "482913"],
    });
  });

  test("rejects a value that is too long for operators, or missing [33.7]", () => {
    const long = { ...values, beneficiary: "x".repeat(smsVariableCharsMax + 1) };
    expect(() => writeText(smsTemplate("payout"), long)).toThrow(RangeError);
    const { beneficiary: _, ...short } = values;
    expect(() => writeText(smsTemplate("payout"), short)).toThrow(RangeError);
  });

  test("inserts a value unchanged, special characters included", () => {
    const { text } = writeText(smsTemplate("payout"), {
      ...values,
      beneficiary: "$& {#numeric#} $1",
    });
    expect(text).toContain("to $& {#numeric#} $1. Do not");
  });
});

const bank = { accountNumber: "50100123456789" };

test.each([
  ["Sample Traders", bank, "Sample Traders (XX6789)"],
  ["Shree Balaji Wholesale", bank, "Shree Balaji Whole... (XX6789)"],
  ["Shree Balaji Wholesl", bank, "Shree Balaji Wholesl (XX6789)"],
  ["  Asha \n Rao ", { upiId: "asha@okhdfc" }, "Asha Rao (asha@okhdfc)"],
  ["Asha Rao", { upiId: "9876543210@kotak811" }, "Asha Rao (9876543...tak811)"],
  [
    "Ravichandran Balasubramaniam",
    { upiId: "ravi.chandran.b@okicici" },
    "Ravichan... (ravi.ch...kicici)",
  ],
] as const)("names the payee %j at %j as %j [33.7]", (name, to, text) => {
  expect(formatPayee({ name, to }).length).toBeLessThanOrEqual(smsVariableCharsMax);
  expect(formatPayee({ name, to })).toBe(text);
});
