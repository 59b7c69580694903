// The guarantee: a form saves what its person changed and confirms what is wrong, and a change of a row
// is compared with all that the row pays.
import type { BatchRow } from "@rokad/contract/payout-batch";
import { expect, test } from "vitest";
import { cellsToSave, hasSameCells } from "./row-cells.ts";

const row = (changed: Partial<BatchRow> = {}): BatchRow => ({
  number: 2,
  state: "ready",
  fields: { beneficiary_name: "Asha Rao", account_number: "700500200001", amount: "100" },
  method: "imps",
  method_reason: null,
  amount: null,
  txn_fee: null,
  gst_amount: null,
  problem: null,
  problem_fields: [],
  repairs: [],
  written: {},
  warnings: [],
  is_new_payee: true,
  is_unchecked: false,
  account_check: null,
  name_confirmed: null,
  beneficiary: null,
  payout: null,
  failure_reason: null,
  ...changed,
});

test("a form saves the cells that its person changed, emptied ones too", () => {
  const fields = { beneficiary_name: "Asha Rao", amount: "150", remarks: "June" };
  expect(cellsToSave(row(), fields)).toEqual({
    account_number: "",
    amount: "150",
    remarks: "June",
  });
  expect(cellsToSave(row(), row().fields)).toEqual({});
});

test("a form confirms the cells of the row's problem as they are", () => {
  const wrong = row({ state: "wrong", problem: "Check it", problem_fields: ["amount", "upi_id"] });
  expect(cellsToSave(wrong, wrong.fields)).toEqual({ amount: "100", upi_id: "" });
});

test.for<[boolean, Partial<BatchRow>]>([
  [true, { state: "wrong", problem: "The bank found no such account. Check it." }],
  [true, { fields: { ...row().fields, remarks: "" } }],
  [false, { fields: { ...row().fields, account_number: "700500200002" } }],
  [false, { fields: { ...row().fields, remarks: "June" } }],
  [false, { state: "removed" }],
])("is the row as before: %s, with %j", ([isSame, changed]) => {
  expect(hasSameCells(row(changed), row())).toBe(isSame);
  expect(hasSameCells(row(), row(changed))).toBe(isSame);
});

test("a row that the person has not seen is another one", () => {
  expect(hasSameCells(row(), undefined)).toBe(false);
});
