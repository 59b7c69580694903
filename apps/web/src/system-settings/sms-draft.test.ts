// The guarantee: the registered text is sent unchanged, and its size is what operators count.
import { smsSize } from "@rokad/contract/sms-size";
import type { SmsTemplate } from "@rokad/contract/sms-text";
import { standardTexts } from "@rokad/contract/standard-texts";
import { expect, test } from "vitest";
import { draftOf, longestSms, readDraft, describeSmsSize, withText } from "./sms-draft.ts";

const payout: SmsTemplate = {
  ...standardTexts.payout,
  variables: [...standardTexts.payout.variables],
  dlt_template_id: "1107160000000012345",
  msg91_template_id: null,
  msg91_route: "flow",
};

test("an unchanged template stays the same", () => {
  expect(readDraft("payout", draftOf(payout))).toEqual({ value: payout, problems: {} });
});

test("a text with new variables asks for their values", () => {
  const longer = withText(draftOf(payout), `${payout.text} Valid for {#numeric#} minutes.`);
  expect(longer.variables).toEqual(["code", "amount", "beneficiary", undefined]);
  expect(readDraft("payout", longer).problems).toEqual({
    variables: "Choose a value for each variable",
  });
  expect(withText(longer, payout.text).variables).toEqual(payout.variables);
});

test("a payout's text without its amount says so under its variables [33.6]", () => {
  const draft = withText(draftOf(payout), "{#numeric#} is your OTP to pay {#alphanumeric#}.");
  const { problems } = readDraft("payout", { ...draft, variables: ["code", "beneficiary"] });
  expect(problems).toEqual({ variables: "The text must contain the amount" });
});

test("its longest form is one SMS, and a rupee sign makes it two [33.14]", () => {
  const text = longestSms(draftOf(payout), "Rokad");
  expect(text).toBe(
    "482913 is your OTP to pay Rs.5,00,000.00 to Shree Balaji Whole... (XX6789). Do not share it with anyone.",
  );
  expect(describeSmsSize(text)).toBe("104 characters, 1 SMS");
  expect(describeSmsSize(text.replace("Rs.", "₹"))).toMatch(
    /^102 characters, 2 SMS: with ₹ only 70/,
  );
});

test.each([
  ["x".repeat(160), 1],
  ["x".repeat(161), 2],
  ["x".repeat(306), 2],
  ["x".repeat(307), 3],
  ["€".repeat(80), 1],
  ["€".repeat(81), 2],
  ["अ".repeat(70), 1],
  ["अ".repeat(71), 2],
  ["", 1],
])("%j has %i parts", (text, parts) => {
  expect(smsSize(text).parts).toBe(parts);
});
