// The guarantee: what is written in another way is repaired, and each repair is named.
import type { BatchField } from "@rokad/contract/batch-columns";
import type { BatchRowFields } from "@rokad/contract/payout-batch";
import { describe, expect, test } from "vitest";
import { checkBatchRow, payoutOf } from "./check-batch-row.ts";

const right: BatchRowFields = {
  beneficiary_name: "Asha Rao",
  account_number: "000123456789",
  ifsc_code: "HDFC0000001",
  amount: "1500.50",
};
const check = (fields: BatchRowFields) => checkBatchRow({ ...right, ...fields });

describe("is repaired and says so:", () => {
  const account = "Account number without spaces";
  const ifsc = "IFSC in capital letters without spaces";
  const names = "Name without other characters";
  const phone = "Phone number without +91";
  const purpose = "Purpose from the list";
  const amounts = "Amount without ₹, commas and words";
  const repaired: readonly [name: string, BatchField, written: string, value: string, string][] = [
    ["Indian commas", "amount", "₹1,23,456.00", "123456.00", amounts],
    ["Western commas", "amount", "123,456.5", "123456.50", amounts],
    ["Rs. and /-", "amount", "Rs. 1,500/-", "1500.00", amounts],
    ["INR before", "amount", "INR 500", "500.00", amounts],
    ["INR after", "amount", "500 INR", "500.00", amounts],
    ["full-width digits", "amount", "１５００", "1500.00", amounts],
    ["Devanagari digits", "amount", "१५००", "1500.00", amounts],
    ["an apostrophe before an amount", "amount", "'1500.50", "1500.50", amounts],
    ["spaces in an account", "account_number", "0001 2345 6789", "000123456789", account],
    ["dashes in an account", "account_number", "0001-2345-6789", "000123456789", account],
    ["an apostrophe before an account", "account_number", "'000123456789", "000123456789", account],
    ["a formula that keeps zeros", "account_number", '="000123456789"', "000123456789", account],
    ["no-break spaces", "account_number", "0001\u00A023456789", "000123456789", account],
    ["a byte order mark", "account_number", "\uFEFF000123456789", "000123456789", account],
    ["an IFSC in small letters", "ifsc_code", "hdfc0000001", "HDFC0000001", ifsc],
    ["an IFSC with spaces", "ifsc_code", "HDFC 0000001", "HDFC0000001", ifsc],
    ["a letter O in an IFSC", "ifsc_code", "HDFCO000001", "HDFC0000001", ifsc],
    ["a zero-width space", "ifsc_code", "HDFC\u200B0000001", "HDFC0000001", ifsc],
    ["M/s and &", "beneficiary_name", "M/s Sharma & Sons", "M s Sharma and Sons", names],
    ["accents", "beneficiary_name", "José Álvarez", "Jose Alvarez", names],
    ["a comma in a name", "beneficiary_name", "Rao, Asha", "Rao Asha", names],
    ["stray spaces in a name", "beneficiary_name", "  Asha   Rao ", "Asha Rao", names],
    ["+91 before a phone", "beneficiary_phone", "+91 98765 43210", "9876543210", phone],
    ["0 before a phone", "beneficiary_phone", "09876543210", "9876543210", phone],
    ["the label of a purpose", "purpose", "Vendor bill", "vendor_bill", purpose],
    ["another word for a purpose", "purpose", "Wages", "salary", purpose],
    ["a line break in a remark", "remarks", "Invoice\n118", "Invoice 118", "Spaces"],
  ];
  test.for(repaired)("%s", ([, field, written, value, repair]) => {
    const { fields, repairs, problem } = check({ [field]: written });
    expect([fields[field], repairs, problem]).toEqual([value, [repair], null]);
  });

  test("a UPI ID with spaces", () => {
    const checked = checkBatchRow({
      beneficiary_name: "Asha Rao",
      upi_id: "asha @okhdfc",
      amount: "10",
    });
    const payout = payoutOf(checked);
    expect([checked.fields.upi_id, payout?.upiId, payout?.account]).toEqual([
      "asha@okhdfc",
      "asha@okhdfc",
      null,
    ]);
  });
});

test("checking a repaired row again repairs nothing", () => {
  const { fields } = check({ amount: "₹1,23,456.00", ifsc_code: "hdfc o000001" });
  expect(checkBatchRow(fields).repairs).toEqual([]);
});
