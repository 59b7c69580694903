// The guarantee: a seed is a plan. Whoever is told one can play exactly that plan again.
import { expect, test } from "vitest";
import { makePlan } from "./plan.ts";

test("the same seed and length make the same plan, and another seed another one", () => {
  expect(makePlan(42, 30)).toEqual(makePlan(42, 30));
  expect(makePlan(43, 30).mark).not.toBe(makePlan(42, 30).mark);
  expect(makePlan(42, 31).mark).not.toBe(makePlan(42, 30).mark);
});

test("even the shortest plan has something of every kind, in the order of its moments", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { deeds } = makePlan(seed, 8);
    const kinds = new Set(deeds.map(({ deed }) => deed.kind));
    expect([...kinds].toSorted()).toEqual([
      "bank account",
      "bank away",
      "bank fault",
      "bank sends back",
      "database restarted",
      "deposit",
      "killed",
      "pause",
      "payout",
      "restarted",
      "statement",
      "suspense",
      "tenant shut",
      "text lost",
      "time passes",
      "transfer in",
      "transfer to us",
    ]);
    const moments = deeds.map(({ atMs }) => atMs);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect(deeds.length).toBeGreaterThan(90);
  }
});
