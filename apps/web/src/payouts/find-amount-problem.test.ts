import { money } from "@rokad/money/money";
import { expect, test } from "vitest";
import { findAmountProblem } from "./find-amount-problem.ts";

const quote = (rupees: number) => ({
  amount: money(rupees * 100),
  fee: money(500),
  gst: money(90),
  total: money(rupees * 100 + 590),
});
const cap = { max: money(1_00_000_00) };

test("requires a balance for amount, fee and GST, to the paisa [8.34]", () => {
  expect(findAmountProblem(quote(100), money(105_90), cap)).toBeUndefined();
  expect(findAmountProblem(quote(100), money(105_89), cap)).toBe(
    "You can send up to ₹99.99 after charges",
  );
});

test("asks for funds if the balance does not cover even the charges [8.34]", () => {
  expect(findAmountProblem(quote(100), money(5_90), cap)).toMatch("Add funds first.");
});

test("applies the limit of the method [8.35]", () => {
  expect(findAmountProblem(quote(1_00_001), money(9_00_000_00), cap)).toBe(
    "The limit for this method is ₹1,00,000",
  );
});

test("reports no problem before the balance is loaded", () => {
  expect(findAmountProblem(quote(100), undefined, cap)).toBeUndefined();
});
