import type { WalletTransaction } from "@rokad/contract/wallet";
import { describe, expect, test } from "vitest";
import { shortReference, describeTransaction, getUtr } from "./describe-transaction.ts";

const toAccount = {
  type: "debit",
  description: "Payout to Asha Verma",
  payout: {
    beneficiary_name: "Asha Verma",
    upi_id: null,
    account_number: "****6789",
    bank_name: "HDFC Bank",
    utr_number: "632187456901",
    failure_reason: null,
  },
} as WalletTransaction;

describe("a transaction's texts", () => {
  test("show the account of a payout [11.8, 11.9]", () => {
    expect(describeTransaction(toAccount)).toEqual({
      title: "Payout to Asha Verma",
      line: "****6789 · HDFC Bank",
      failure: undefined,
    });
  });

  test("show the UPI ID and the failure reason [11.9]", () => {
    const payout = { ...toAccount.payout, upi_id: "asha@upi", failure_reason: "Account closed" };
    expect(describeTransaction({ ...toAccount, payout } as WalletTransaction)).toMatchObject({
      line: "asha@upi",
      failure: "Account closed",
    });
  });

  test("show that funds were added [11.10]", () => {
    const credit = { type: "credit", description: "Wallet Credit" } as WalletTransaction;
    expect(describeTransaction(credit)).toMatchObject({
      title: "Wallet Credit",
      line: "Funds added to wallet",
    });
  });

  test("show the beneficiary of a reversed payout", () => {
    const reversal = {
      ...toAccount,
      type: "credit",
      description: "Payout reversed",
    } as WalletTransaction;
    expect(describeTransaction(reversal)).toMatchObject({
      title: "Payout reversed",
      line: "Asha Verma",
    });
  });

  test("show twelve characters of a reference [11.11]", () => {
    expect(shortReference("RK2611217Q3ZK8M2W4XD")).toBe("RK2611217Q3Z…");
    expect(shortReference("123456789012")).toBe("123456789012");
  });

  test("include the UTR of the payout or the deposit [11.11]", () => {
    expect(getUtr(toAccount)).toBe("632187456901");
    expect(getUtr({ deposit: { id: "1", utr_reference: "UTR1" } } as WalletTransaction)).toBe(
      "UTR1",
    );
    expect(getUtr({} as WalletTransaction)).toBeNull();
  });
});
