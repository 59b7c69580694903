import { money } from "@rokad/money/money";
import { expect, test } from "vitest";
import { findMissingFunds } from "./find-missing-funds.ts";

const inr = (amount: number) => ({ amount, currency: "INR" }) as const;
const walletOf = (paise: number, waiting: readonly number[] = [], isOn = true) => ({
  main_balance: inr(paise),
  funds_queue: {
    is_on: isOn,
    wait_hours: 96,
    count: waiting.length,
    total: inr(waiting.reduce((sum, one) => sum + one, 0)),
    missing: inr(0),
    first_expires_at: null,
  },
});

test("is what the balance lacks, to the paisa", () => {
  expect(findMissingFunds(walletOf(100_00), money(105_90))?.amount).toBe(5_90);
  expect(findMissingFunds(walletOf(105_90), money(105_90))).toBeUndefined();
});

test("includes those that wait before it, also if the balance alone covers it", () => {
  expect(findMissingFunds(walletOf(500_00, [900_00]), money(105_90))?.amount).toBe(505_90);
  expect(findMissingFunds(walletOf(2_000_00, [900_00]), money(105_90))?.amount).toBe(0);
});

test("is nothing where payouts do not wait, or before the wallet is loaded", () => {
  expect(findMissingFunds(walletOf(0, [], false), money(105_90))).toBeUndefined();
  expect(findMissingFunds(undefined, money(105_90))).toBeUndefined();
});
