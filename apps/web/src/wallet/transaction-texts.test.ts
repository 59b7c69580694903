import type { WalletTransaction } from "@rokad/contract/wallet";
import { describe, expect, test } from "vitest";
import { shortReference, textsOf, utrOf } from "./transaction-texts.ts";

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

describe("a row of the wallet's history", () => {
  test("says to which account a payout went", () => {
    expect(textsOf(toAccount)).toEqual({
      title: "Payout to Asha Verma",
      line: "****6789 · HDFC Bank",
      failure: undefined,
    });
  });

  test("says to which UPI ID, and why it failed", () => {
    const payout = { ...toAccount.payout, upi_id: "asha@upi", failure_reason: "Account closed" };
    expect(textsOf({ ...toAccount, payout } as WalletTransaction)).toMatchObject({
      line: "asha@upi",
      failure: "Account closed",
    });
  });

  test("says that funds were added", () => {
    const credit = { type: "credit", description: "Wallet Credit" } as WalletTransaction;
    expect(textsOf(credit)).toMatchObject({
      title: "Wallet Credit",
      line: "Funds added to wallet",
    });
  });

  test("names whose payout came back", () => {
    const back = {
      ...toAccount,
      type: "credit",
      description: "Payout reversed",
    } as WalletTransaction;
    expect(textsOf(back)).toMatchObject({ title: "Payout reversed", line: "Asha Verma" });
  });

  test("shows twelve characters of a reference", () => {
    expect(shortReference("RK2611217Q3ZK8M2W4XD")).toBe("RK2611217Q3Z…");
    expect(shortReference("123456789012")).toBe("123456789012");
  });

  test("has the bank's UTR, of the payout or of the deposit", () => {
    expect(utrOf(toAccount)).toBe("632187456901");
    expect(utrOf({ deposit: { id: "1", utr_reference: "UTR1" } } as WalletTransaction)).toBe(
      "UTR1",
    );
    expect(utrOf({} as WalletTransaction)).toBeNull();
  });
});
