import type { WalletTransaction } from "@rokad/contract/wallet";
import { money } from "@rokad/money/money";
import { expect, test } from "vitest";
import { toneOfNet, sumTransactions } from "./sum-transactions.ts";

const row = (type: "credit" | "debit", status: WalletTransaction["status"], paise: number) =>
  ({ type, status, amount: { amount: paise, currency: "INR" } }) as WalletTransaction;

test("subtracts debits from credits and leaves out failed debits [11.2, 11.4]", () => {
  const rows = [
    row("credit", "success", 500_00),
    row("debit", "success", 105_90),
    row("debit", "pending", 55_90),
    row("debit", "failed", 999_99),
  ];
  expect(sumTransactions(rows)).toEqual({
    credits: money(500_00),
    debits: money(161_80),
    net: money(338_20),
    successes: 2,
    successRate: 50,
  });
});

test("has no success rate without rows [11.4]", () => {
  expect(sumTransactions([]).successRate).toBeNull();
});

test("shows a net green above 0, red below 0, grey at 0 [11.3]", () => {
  expect([money(1), money(-1), money(0)].map(toneOfNet)).toEqual(["good", "bad", "muted"]);
});
