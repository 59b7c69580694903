// Only the form of the payout that was sent is blanked.
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { expect, test } from "vitest";
import { holdsOrder } from "./holds-order.ts";

const order = {
  method: "imps",
  beneficiary_name: "Asha Rao",
  account_number: "700001112222",
  ifsc_code: "HDFC0000001",
  amount: 1500.25,
} as PayoutOrder;

test.each([
  ["as it was sent", {}, true],
  ["as it was typed", { beneficiary_name: " Asha Rao ", ifsc_code: "hdfc0000001" }, true],
  ["with fields that the payout has not", { upi_id: "", remarks: "" }, true],
  ["with another amount", { amount: 1500.2 }, false],
  ["of another account", { account_number: "700001112223" }, false],
  ["that is empty", { beneficiary_name: "", account_number: "", amount: undefined }, false],
])("a form %s", (_, change, holds) => {
  expect(holdsOrder({ ...order, ...change }, order)).toBe(holds);
});
