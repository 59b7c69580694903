import type { Payee } from "@rokad/contract/payout-destinations";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { describe, expect, test } from "vitest";
import { fieldsOfPayee } from "../common/payouts/start-payout.ts";
import { requestOf } from "./choose-request.ts";

const payee: Payee = {
  destination_id: "01994c5e-2b7d-7a11-9d20-8f3b7c2e6a88",
  method: "imps",
  beneficiary_name: "Asha Rao",
  beneficiary_email: "asha@example.com",
  beneficiary_phone: null,
  beneficiary_address: null,
  account_number: "000123456789",
  ifsc_code: "HDFC0000060",
  upi_id: null,
};
const order: PayoutOrder = {
  method: "imps",
  beneficiary_name: "Asha Rao",
  beneficiary_email: "asha@example.com",
  beneficiary_phone: "9876543210",
  beneficiary_address: "12 MG Road",
  account_number: "000123456789",
  ifsc_code: "HDFC0000060",
  amount: 250.5,
  remarks: "June",
};

test("an order with the data of a saved beneficiary names it, and brings what it lacks", () => {
  expect(requestOf(order, payee)).toEqual({
    method: "saved",
    destination_id: payee.destination_id,
    beneficiary_email: "asha@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_address: "12 MG Road",
    amount: 250.5,
    remarks: "June",
  });
});

describe("an order is sent as it was typed", () => {
  test("without a saved beneficiary", () => {
    expect(requestOf(order, undefined)).toBe(order);
    expect(requestOf(order, null)).toBe(order);
  });

  test.each([
    ["account", { account_number: "000123456780" }],
    ["IFSC", { ifsc_code: "HDFC0000001" }],
    ["name", { beneficiary_name: "Asha R" }],
    ["e-mail", { beneficiary_email: "other@example.com" }],
  ])("after a change of the %s", (_, change) => {
    const changed: PayoutOrder = { ...order, ...change };
    expect(requestOf(changed, payee)).toBe(changed);
  });
});

test("a payee fills in what is saved, and leaves the rest to be typed", () => {
  expect(fieldsOfPayee(payee)).toEqual({
    method: "imps",
    beneficiary_name: "Asha Rao",
    beneficiary_email: "asha@example.com",
    account_number: "000123456789",
    ifsc_code: "HDFC0000060",
    payee,
  });
});
