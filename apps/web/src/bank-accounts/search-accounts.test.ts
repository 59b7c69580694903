import type { BankAccount } from "@rokad/contract/bank-accounts";
import { expect, test } from "vitest";
import { searchAccounts } from "./search-accounts.ts";

const account = (holder: string, bank: string, ifsc: string, branch: string) =>
  ({
    account_holder_name: holder,
    bank_name: bank,
    ifsc_code: ifsc,
    branch_name: branch,
  }) as BankAccount;
const hdfc = account("Asha Verma", "HDFC Bank", "HDFC0000123", "Andheri East");
const sbi = account("Rohan Mehta", "State Bank of India", "SBIN0001234", "Fort");

test.each([
  ["asha", [hdfc]],
  ["STATE BANK", [sbi]],
  ["sbin000", [sbi]],
  [" andheri ", [hdfc]],
  ["", [hdfc, sbi]],
  ["9999", []],
])("searches %j in holder, bank, IFSC and branch [13.3]", (search, expected) => {
  expect(searchAccounts([hdfc, sbi], search)).toEqual(expected);
});
