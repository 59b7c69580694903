// The guarantee: what a row means is paid, what it might mean is not, and each wrong row says what to do.
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

test("a right row stays as it is", () => {
  const checked = checkBatchRow(right);
  expect(checked).toEqual({
    fields: right,
    repairs: [],
    written: {},
    problem: null,
    problemFields: [],
  });
  expect(payoutOf(checked)).toEqual({
    beneficiary_name: "Asha Rao",
    amount: 1500.5,
    account: { account_number: "000123456789", ifsc_code: "HDFC0000001" },
    upiId: null,
  });
});

describe("is wrong, with the field and what to do:", () => {
  const wrong: readonly [name: string, BatchRowFields, BatchField, sentence: string][] = [
    [
      "a cut account number",
      { account_number: "1.23E+11" },
      "account_number",
      "A spreadsheet has cut the account number to “1.23E+11”. Enter it in full.",
    ],
    [
      "an account without its zeros",
      { account_number: "12345678" },
      "account_number",
      "Account number must be 9-18 digits. A spreadsheet may have dropped zeros at its start.",
    ],
    [
      "letters in an account",
      { account_number: "12345678X901" },
      "account_number",
      "Account number must be 9-18 digits",
    ],
    [
      "a long account",
      { account_number: "1234567890123456789" },
      "account_number",
      "Account number must be 9-18 digits",
    ],
    ["no IFSC", { ifsc_code: "" }, "ifsc_code", "IFSC code is required"],
    ["a wrong IFSC", { ifsc_code: "HDFC1000001" }, "ifsc_code", "Please enter a valid IFSC code"],
    [
      "no account beside an IFSC",
      { account_number: "" },
      "account_number",
      "Account number is required",
    ],
    ["a wrong UPI ID", { upi_id: "asha" }, "upi_id", "Please enter a valid UPI ID, like name@bank"],
    ["no name", { beneficiary_name: "" }, "beneficiary_name", "Beneficiary name is required"],
    [
      "a name of one letter",
      { beneficiary_name: "A" },
      "beneficiary_name",
      "Name must be at least 2 characters",
    ],
    [
      "digits in a name",
      { beneficiary_name: "Shop 24" },
      "beneficiary_name",
      "Name can only contain letters, spaces, and dots",
    ],
    [
      "a long name",
      { beneficiary_name: "A".repeat(101) },
      "beneficiary_name",
      "Name must not exceed 100 characters",
    ],
    ["no amount", { amount: "" }, "amount", "Amount is required"],
    ["an amount of zero", { amount: "0" }, "amount", "Amount must be greater than ₹1"],
    [
      "a negative amount",
      { amount: "-500" },
      "amount",
      "The amount is negative. A batch only pays.",
    ],
    [
      "an amount in brackets",
      { amount: "(500.00)" },
      "amount",
      "“(500.00)” is not an amount in rupees",
    ],
    [
      "three decimals",
      { amount: "1.005" },
      "amount",
      "Enter an amount in rupees with at most two decimals",
    ],
    [
      "an amount above the limit",
      { amount: "5,00,000.01" },
      "amount",
      "Amount cannot exceed ₹5,00,000",
    ],
    [
      "a cut amount",
      { amount: "1.5E+5" },
      "amount",
      "A spreadsheet has cut the amount to “1.5E+5”. Enter it in full.",
    ],
    [
      "a day as the amount",
      { amount: "20/11/2026" },
      "amount",
      "“20/11/2026” is not an amount in rupees",
    ],
    [
      "words as the amount",
      { amount: "five hundred" },
      "amount",
      "“five hundred” is not an amount in rupees",
    ],
    ["two amounts", { amount: "50 60" }, "amount", "“50 60” is not an amount in rupees"],
    [
      "commas that could mean two things",
      { amount: "1.500,00" },
      "amount",
      "“1.500,00” is not an amount in rupees",
    ],
    [
      "an error of the spreadsheet",
      { amount: "#N/A" },
      "amount",
      "The spreadsheet has an error here: “#N/A”",
    ],
    [
      "a total row",
      { beneficiary_name: "Grand Total", account_number: "", ifsc_code: "" },
      "beneficiary_name",
      "This looks like a total row. Remove it.",
    ],
    [
      "an unknown purpose",
      { purpose: "party" },
      "purpose",
      "Choose one of Vendor bill, Salary, Refund, Utility bill, Other",
    ],
    [
      "a wrong e-mail",
      { beneficiary_email: "asha@" },
      "beneficiary_email",
      "Invalid email address",
    ],
    [
      "a short phone",
      { beneficiary_phone: "12345" },
      "beneficiary_phone",
      "Phone number must be 10 digits",
    ],
    [
      "long remarks",
      { remarks: "x".repeat(201) },
      "remarks",
      "Remarks must not exceed 200 characters",
    ],
  ];
  test.for(wrong)("%s", ([, fields, field, sentence]) => {
    const checked = check(fields);
    expect([checked.problem, checked.problemFields]).toEqual([sentence, [field]]);
    expect(payoutOf(checked)).toBeNull();
  });
});

test("a row with a name alone pays a saved beneficiary", () => {
  const checked = checkBatchRow({ beneficiary_name: "Asha Rao", amount: "10" });
  expect(payoutOf(checked)).toEqual({
    beneficiary_name: "Asha Rao",
    amount: 10,
    account: null,
    upiId: null,
  });
});

test.for(["#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#NV", "Err:502"])(
  "%s is an error of the spreadsheet in any field",
  (error) => {
    const fields = { beneficiary_name: error, account_number: error, amount: error };
    expect(check(fields)).toMatchObject({
      problem: `The spreadsheet has an error here: “${error}”`,
      problemFields: ["beneficiary_name", "account_number", "amount"],
    });
  },
);

test.for(["#118", "#GST", "No. #4 paid"])("%s in the remarks is text", (remarks) => {
  expect(check({ remarks }).problem).toBeNull();
});

describe("a UPI ID of an account", () => {
  const upi_id = "000123456789@hdfc0000001.IFSC.NPCI";
  const account = { account_number: "000123456789", ifsc_code: "HDFC0000001" };

  test("is read as the account, also beside the same account", () => {
    const { account_number: _number, ifsc_code: _ifsc, ...named } = right;
    for (const fields of [
      { ...named, upi_id },
      { ...right, upi_id },
    ])
      expect(payoutOf(checkBatchRow(fields))).toMatchObject({ account, upiId: null });
  });

  test("beside another account is wrong", () => {
    expect(payoutOf(check({ upi_id, account_number: "000123456780" }))).toBeNull();
  });
});
