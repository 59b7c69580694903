// A balance agrees only if neither side has anything that the other lacks.
import { expect, test } from "vitest";
import { bankGaps, isOutdated, providerGaps, uncoveredDays } from "./describe-gaps.ts";

const inr = (amount: number) => ({ amount, currency: "INR" }) as const;
const none = { count: 0, total: inr(0), first: [] };
const bank = { books: inr(0), statement_only: none, books_only: none, unexplained: inr(0) };

test("a bank account agrees only without items on either side", () => {
  expect(bankGaps(bank)).toEqual([]);
  const one = { count: 1, total: inr(1000_00), first: [] };
  expect(bankGaps({ ...bank, books_only: one })).toEqual(["₹1,000.00 only in our books (1 entry)"]);
  expect(bankGaps({ ...bank, statement_only: { ...one, count: 2 } })).toEqual([
    "₹1,000.00 only on the statement (2 lines)",
  ]);
  expect(bankGaps({ ...bank, statement_only: { ...none, count: 2 } })).toEqual([
    "₹0.00 only on the statement (2 lines)",
  ]);
  expect(bankGaps({ ...bank, unexplained: inr(-1) })).toEqual([
    "₹0.01 less at the bank than our books explain",
  ]);
});

test("days that no statement covers are named; those before the first one if something differs", () => {
  const of = (covered_from: string | null, ...uncovered: { from: string; to: string }[]) => ({
    covered_from,
    uncovered,
  });
  const february = { from: "2026-02-01", to: "2026-02-28" };
  const oneDay = { from: "2026-03-04", to: "2026-03-04" };
  expect(uncoveredDays(of("2026-01-01"), [])).toBeUndefined();
  expect(uncoveredDays(of(null), ["₹1.00 less"])).toBeUndefined();
  expect(uncoveredDays(of("2026-01-01", february, oneDay), [])).toBe(
    "01 Feb 2026 to 28 Feb 2026; 04 Mar 2026",
  );
  expect(uncoveredDays(of("2026-01-01", february), ["₹1.00 less"])).toBe(
    "before 01 Jan 2026; 01 Feb 2026 to 28 Feb 2026",
  );
});

const parts = {
  in_flight: inr(-5),
  unbooked_charges: inr(-1),
  on_the_way: inr(0),
  unrecorded: inr(0),
};
const provider = (change: Partial<typeof parts>, unexplained = 0) => ({
  read_at: "2026-11-21T10:00:00.000Z",
  reported: inr(0),
  transferred: inr(0),
  paid: inr(0),
  charges: inr(0),
  adjusted: inr(0),
  expected: inr(0),
  parts: { ...parts, ...change },
  unexplained: inr(unexplained),
});

test("a provider agrees only if nothing is missing on either side", () => {
  expect(providerGaps(provider({}))).toEqual([]);
  expect(providerGaps(provider({ unrecorded: inr(2_60_000_00) }))).toEqual([
    "₹2,60,000.00 received by the provider, and not in our books",
  ]);
  expect(providerGaps(provider({ on_the_way: inr(-2_00_000_00) }, 100))).toEqual([
    "₹2,00,000.00 in our books, and not yet received by the provider",
    "₹1.00 more at the provider than our books explain",
  ]);
});

test("a provider that agreed an hour ago is not shown as agreeing, and a difference stays", () => {
  expect(isOutdated(provider({}), "2026-11-21T11:00:00.000Z")).toBe(false);
  expect(isOutdated(provider({}), "2026-11-21T11:00:00.001Z")).toBe(true);
  expect(isOutdated(provider({}, 100), "2026-11-22T11:00:00.000Z")).toBe(false);
  expect(isOutdated(null, "2026-11-21T11:00:00.000Z")).toBe(false);
});
