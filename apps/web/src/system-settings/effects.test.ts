// The guarantee: every change shows its effect before it is saved.
import { expect, test } from "vitest";
import { effectsOf } from "./effects.ts";

const before = { fee_paise: 5_00, gst_percent: 18, second_approval_above_paise: null };

test("a fee change shows the next payout's cost and today's cost", () => {
  expect(effectsOf(before, { fee_paise: 0 })).toEqual([
    "The next payout of ₹100.00 will take ₹100.00 from the wallet: ₹0.00 fee and ₹0.00 GST on it. Today it is ₹105.90. Payouts with a code already sent keep their cost.",
  ]);
});

test("fee and GST share one sentence, and an unreadable fee has no cost today", () => {
  const [sentence, ...more] = effectsOf(
    { ...before, fee_paise: "five" },
    { fee_paise: 10_00, gst_percent: 12.5 },
  );
  expect(more).toEqual([]);
  expect(sentence).toContain("will take ₹111.25 from the wallet: ₹10.00 fee and ₹1.25 GST");
  expect(sentence).not.toContain("Today");
});

test("the second approval shows its amount, or that one is enough", () => {
  expect(effectsOf(before, { second_approval_above_paise: 2_00_000_00 })).toEqual([
    "Deposits above ₹2,00,000 will need the approval of two super admins.",
  ]);
  expect(effectsOf(before, { second_approval_above_paise: null })).toEqual([
    "The approval of one super admin will be enough for every deposit.",
  ]);
});
