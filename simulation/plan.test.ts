// The guarantee: a seed and a duration define a plan, so a run can be repeated.
import { expect, test } from "vitest";
import { createPlan } from "./plan.ts";

test("the same seed and duration give the same plan, and another seed gives another one", () => {
  expect(createPlan(42, 30)).toEqual(createPlan(42, 30));
  expect(createPlan(43, 30).digest).not.toBe(createPlan(42, 30).digest);
  expect(createPlan(42, 31).digest).not.toBe(createPlan(42, 30).digest);
});

test("the shortest plan has every kind of event, in order of time", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { events } = createPlan(seed, 8);
    const kinds = new Set(events.map(({ event }) => event.kind));
    expect([...kinds].toSorted()).toEqual([
      "SMS fault",
      "account closing",
      "account reading",
      "adjustment",
      "bank account",
      "bank fault",
      "bank outage",
      "batch of payouts",
      "chargeback",
      "clock jump",
      "database crash",
      "deposit",
      "late send",
      "partial return",
      "payment request",
      "payout",
      "payout cancellation",
      "payout of a program",
      "payout return",
      "payouts beyond the balance",
      "policy change",
      "process freeze",
      "process kill",
      "process restart",
      "provider pause",
      "statement import",
      "suspense decision",
      "tenant deactivation",
      "top-up",
      "transfer taken back",
      "transfer to receiving account",
      "transfer to virtual account",
      "withdrawal",
      "wrong amounts",
      "wrong clock",
    ]);
    const times = events.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(events.length).toBeGreaterThan(90);
  }
});
