// The guarantee: what is sent is the registered text with values that operators let through, and
// a payout's text always tells who is paid.
import { smsVariableCharsMax } from "@rokad/contract/sms-text";
import { describe, expect, test } from "vitest";
import { smsTemplate } from "../../test/sms-message.ts";
import { payeeInText, writeText } from "./write-text.ts";

const told = { code: "482913", product: "Rokad", amount: "1.00", beneficiary: "Asha (XX6789)" };

describe("a text", () => {
  test("is the registered one to the letter, with its values in its own order", () => {
    const text = "Rs.{#alphanumeric#} to {#ALPHANUMERIC#}? Then  enter {#var#} ($1).";
    const template = smsTemplate("payout", { text, variables: ["amount", "beneficiary", "code"] });
    expect(writeText(template, told)).toEqual({
      text: "Rs.1.00 to Asha (XX6789)? Then  enter 482913 ($1).",
      values: ["1.00", "Asha (XX6789)", "482913"],
    });
  });

  test("takes no value that operators would not let through, and none that is missing", () => {
    const long = { ...told, beneficiary: "x".repeat(smsVariableCharsMax + 1) };
    expect(() => writeText(smsTemplate("payout"), long)).toThrow(RangeError);
    const { beneficiary: _, ...short } = told;
    expect(() => writeText(smsTemplate("payout"), short)).toThrow(RangeError);
  });

  test("keeps a value as it is, whatever is in it", () => {
    const { text } = writeText(smsTemplate("payout"), {
      ...told,
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
] as const)("%j paid at %j is texted as %j", (name, to, text) => {
  expect(payeeInText({ name, to }).length).toBeLessThanOrEqual(smsVariableCharsMax);
  expect(payeeInText({ name, to })).toBe(text);
});
