// The guarantee: every input of our form fits RazorpayX's documented limits, and the same payout
// always has the same bytes.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { transferWith } from "../../../test/razorpayx-world.ts";
import { payoutSchema } from "../../../test/stand-ins/razorpayx-limits.ts";
import { nameWithin, writePayout } from "./write-payout.ts";

const from = "7878780080316316";

test("an IMPS payout has contact, bank account and payout in one body, in paise [31.1]", () => {
  const one = transferWith({ remarks: "Rent for March, 2026" });
  expect(writePayout(one, from)).toEqual({
    account_number: from,
    amount: 150_000,
    currency: "INR",
    mode: "IMPS",
    purpose: "payout",
    fund_account: {
      account_type: "bank_account",
      bank_account: { name: "Sample Traders", ifsc: "HDFC0000001", account_number: "000123456789" },
      contact: {
        name: "Sample Traders",
        email: "accounts@example.com",
        contact: "9876543210",
      },
    },
    queue_if_low_balance: true,
    reference_id: one.reference,
    narration: "Rent for March 2026",
  });
});

test("a UPI payout keeps the UPI id as typed, even with _ [31.2]", () => {
  const one = transferWith({ to: { method: "upi", upiId: "sample_shop@kotak811" } });
  expect(writePayout(one, from)).toMatchObject({
    mode: "UPI",
    fund_account: { account_type: "vpa", vpa: { address: "sample_shop@kotak811" } },
    narration: `Payout ${one.reference}`,
  });
});

test.for([
  ["Om", 50, "Om.."],
  ["Ira", 50, "Ira."],
  [". .", 50, "Beneficiary"],
  ["José D’Souza & Sons", 50, "Jose D’Souza Sons"],
  ["A-1 Traders -", 50, "A-1 Traders"],
  ["Sri ".repeat(25), 50, `${"Sri ".repeat(12)}Sr`],
] as const)("the name %s within %i is %s", ([name, charsMax, sent]) => {
  expect(nameWithin(name, charsMax)).toBe(sent);
});

test.for([
  ["Invoice 2026-11 and many more words", "Invoice 2026 11 and many more"],
  ["x".repeat(200), "x".repeat(30)],
] as const)("the remarks %s become %s", ([remarks, narration]) => {
  expect(writePayout(transferWith({ remarks }), from)).toMatchObject({ narration });
});

test.for([
  [null, "payout"],
  ["vendor_bill", "vendor bill"],
  ["salary", "salary"],
  ["refund", "refund"],
  ["utility", "utility bill"],
  ["other", "payout"],
] as const)("the purpose %s is sent as %s", ([purpose, sent]) => {
  const body = writePayout(transferWith({ purpose }), from);
  expect(body).toMatchObject({ purpose: sent });
  expect(payoutSchema.safeParse(body).error).toBeUndefined();
});

test("every name and remark that our form accepts is valid, and the body never changes [31.2]", () => {
  const names = fc.stringMatching(/^[A-Za-z .]{2,100}$/);
  fc.assert(
    fc.property(names, fc.option(fc.string({ maxLength: 200, unit: "grapheme" })), (name, said) => {
      const one = transferWith({ beneficiary_name: name, remarks: said });
      const body = JSON.stringify(writePayout(one, from));
      expect(payoutSchema.safeParse(JSON.parse(body)).error).toBeUndefined();
      expect(JSON.stringify(writePayout({ ...one }, from))).toBe(body);
    }),
  );
});
