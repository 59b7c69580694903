// The guarantee: before something is saved, it is said what it means for people.
import { expect, test } from "vitest";
import { meaningOf } from "./meaning.ts";

const before = { fee_paise: 5_00, gst_percent: 18, second_approval_above_paise: null };

test("a fee is told as what the next payout costs, and what it costs today", () => {
  expect(meaningOf(before, { fee_paise: 0 })).toEqual([
    "The next payout of ₹100.00 will take ₹100.00 from the wallet: ₹0.00 fee and ₹0.00 GST on it. Today it is ₹105.90. Payouts whose code was sent before cost what their payer was told.",
  ]);
});

test("fee and GST together are one sentence, and an unreadable fee has no today", () => {
  const [sentence, ...more] = meaningOf(
    { ...before, fee_paise: "five" },
    { fee_paise: 10_00, gst_percent: 12.5 },
  );
  expect(more).toEqual([]);
  expect(sentence).toContain("will take ₹111.25 from the wallet: ₹10.00 fee and ₹1.25 GST");
  expect(sentence).not.toContain("Today");
});

test("the second approval is told with its amount, or that one is enough", () => {
  expect(meaningOf(before, { second_approval_above_paise: 2_00_000_00 })).toEqual([
    "Deposits above ₹2,00,000 will need the approval of two super admins.",
  ]);
  expect(meaningOf(before, { second_approval_above_paise: null })).toEqual([
    "The approval of one super admin will be enough for every deposit.",
  ]);
});
