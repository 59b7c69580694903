import { money } from "@rokad/money/money";
import { expect, test } from "vitest";
import { whyNotPayable } from "./why-not-payable.ts";

const quote = (rupees: number) => ({
  amount: money(rupees * 100),
  fee: money(500),
  gst: money(90),
  total: money(rupees * 100 + 590),
});
const cap = { max: money(1_00_000_00) };

test("the wallet covers amount, fee and GST to the paisa", () => {
  expect(whyNotPayable(quote(100), money(105_90), cap)).toBeUndefined();
  expect(whyNotPayable(quote(100), money(105_89), cap)).toBe(
    "Your wallet covers ₹99.99 at most, after the charges",
  );
});

test("a wallet that does not even cover the charges says so", () => {
  expect(whyNotPayable(quote(100), money(5_90), cap)).toMatch("Add funds first.");
});

test("a method has its cap", () => {
  expect(whyNotPayable(quote(1_00_001), money(9_00_000_00), cap)).toBe(
    "The most by this method is ₹1,00,000",
  );
});

test("nothing is said while the balance is not known", () => {
  expect(whyNotPayable(quote(100), undefined, cap)).toBeUndefined();
});
