// The dialog says what the server will do: credit, or record the first of two approvals.
import type { ReviewedDeposit } from "@rokad/contract/deposit-reviews";
import { expect, test } from "vitest";
import type { StatedArrival } from "../common/reviews/review.ts";
import { describeApproval, noLimits } from "./describe-approval.ts";

const money = (amount: number) => ({ amount, currency: "INR" }) as const;

const rowOf = (rupees: number, first?: { received: number | null }): ReviewedDeposit =>
  ({
    amount: money(rupees * 100),
    tenant: { id: "1", name: "Sharma Traders", phone: "" },
    first_approval: first
      ? {
          by: { id: "2", name: "Ravi Nair" },
          received_amount: first.received === null ? null : money(first.received * 100),
        }
      : null,
  }) as ReviewedDeposit;
const stated = (rupees: number | undefined): StatedArrival => ({
  isOther: true,
  rupees,
  reason: "",
  accountId: undefined,
});
const limits = { second_approval_above: money(2_00_000_00), bulk_second_approval_above: null };
const one = (row: ReviewedDeposit, arrival?: StatedArrival) =>
  describeApproval([row], arrival, limits);

const first = /^This is the first of two approvals: nothing is credited/;

test("a stated amount above the limit is a first approval, as is a requested one", () => {
  expect(one(rowOf(1_90_000))).toBe(
    "₹1,90,000.00 is credited to the wallet of Sharma Traders immediately.",
  );
  expect(one(rowOf(1_90_000), stated(2_10_000))).toMatch(first);
  expect(one(rowOf(2_10_000))).toMatch(first);
  expect(one(rowOf(2_10_000), stated(1_90_000))).toMatch(first);
  expect(one(rowOf(2_00_000), stated(undefined))).toMatch(/^₹2,00,000.00 is credited/);
  expect(describeApproval([rowOf(2_10_000)], stated(3_00_000), noLimits)).toMatch(
    /^₹3,00,000.00 is credited/,
  );
});

test("a second approval credits the same amount if the first still counts, and replaces another", () => {
  const condition = "if Ravi Nair may still approve. Otherwise it waits for another super admin.";
  expect(one(rowOf(2_10_000, { received: null }))).toContain(condition);
  expect(one(rowOf(1_90_000, { received: 2_10_000 }), stated(2_10_000))).toBe(
    `₹2,10,000.00 is credited to the wallet of Sharma Traders immediately, ${condition}`,
  );
  const replaces = /^This replaces the first approval, which has another amount: nothing/;
  expect(one(rowOf(2_10_000, { received: null }), stated(2_20_000))).toMatch(replaces);
  expect(one(rowOf(2_10_000, { received: 2_20_000 }))).toMatch(replaces);
  // Below the limit, one is enough whatever the first one stated.
  expect(one(rowOf(1_00_000, { received: null }), stated(90_000))).toMatch(
    /^₹90,000.00 is credited .* immediately\.$/,
  );
});

test("several: those above the limit wait, and all of a large batch", () => {
  const rows = [rowOf(1_000), rowOf(2_10_000), rowOf(2_20_000, { received: null })];
  expect(describeApproval(rows, undefined, limits)).toBe(
    "₹2,21,000.00 is credited to the tenants' wallets immediately, each deposit separately. Those whose first approver may no longer approve wait for another super admin. 1 will then wait for a second approval.",
  );
  const bulk = { ...noLimits, bulk_second_approval_above: money(1_500_00) };
  expect(describeApproval([rowOf(1_000), rowOf(1_000)], undefined, bulk)).toBe(
    "Nothing is credited yet: 2 will then wait for a second approval. Together they are above ₹1,500.00.",
  );
});
