// The guarantee: the text with a code names what it signs, and never a part of a number.
import { expect, test } from "vitest";
import { signedText } from "./signed-text.ts";

test.each([
  ["Add a passkey", "Add a passkey"],
  ["Change RAZORPAYX_KEY_SECRET", "Change RAZORPAYX_KEY_SECRET"],
  ["Add receiving account HDFC Bank ****5600", "Add receiving account HDFC..."],
  // A number that is cut would be a smaller one.
  ["Approve deposit of ₹5,00,000.00 from Demo Traders", "Approve deposit of..."],
  ["Deposit of ₹2,500 from\n  Asha Rao", "Deposit of Rs.2,500 from As..."],
])("%j is texted as %j", (act, text) => {
  expect(signedText(act)).toEqual({ kind: "signature", decision: text });
  expect(text.length).toBeLessThanOrEqual(30);
});
