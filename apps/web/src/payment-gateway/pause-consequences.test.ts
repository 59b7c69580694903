// The guarantee: a pause promises a move only to a provider that takes payouts, and no badge says that a
// skipped provider sends them.
import { expect, test } from "vitest";
import { pauseConsequences } from "./pause-consequences.ts";
import { railState, takesPayouts } from "../common/rails/rail-state.ts";

const total = (count: number, rupees: number) => ({
  count,
  amount: { amount: rupees * 100, currency: "INR" as const },
});
const primary = {
  waiting: total(3, 3_000),
  waiting_movable: total(2, 2_000),
  in_progress: total(0, 0),
  tenant_only_count: 1,
};
const open = { id: "alternative" as const, pause: null, passed_over: null };
const pause = { at: "2026-11-20T06:30:00.000Z", by: "Ravi", reason: "Maintenance" };
const skipped = "New payouts skip this provider: it is not set up: RAZORPAYX_KEY_ID.";

test("waiting payouts move to the other provider if it takes payouts", () => {
  expect(pauseConsequences(primary, open)).toEqual([
    "Moved to Alternative within seconds: 2 payouts, ₹2,000.00.",
    "On hold until you resume: 1 payout, ₹1,000.00.",
    "New payouts go through Alternative if the tenant may use it; others wait.",
    "1 tenant may use no other provider.",
  ]);
});

test.each([
  ["paused", { ...open, pause }],
  ["skipped", { ...open, passed_over: skipped }],
  ["missing", undefined],
])("all of them wait while the other provider is %s", (_, other) => {
  expect(pauseConsequences(primary, other)).toEqual([
    "On hold until you resume: 3 payouts, ₹3,000.00.",
    "New payouts are accepted and wait, because no other provider is sending.",
  ]);
});

test.each([
  ["sending", {}],
  ["skipped", { passed_over: skipped }],
  ["silent", { probe: { at: pause.at, took_ms: 5, error: "timeout" }, passed_over: skipped }],
  ["paused", { pause, passed_over: skipped }],
  ["unchecked", { probe: null }],
  ["unconfigured", { missing_settings: ["RAZORPAYX_KEY_ID"], passed_over: skipped }],
])("a provider is %s", (state, facts) => {
  const probe = { at: pause.at, took_ms: 5, error: null };
  const rail = { missing_settings: [], pause: null, passed_over: null, probe, ...facts };
  expect(railState(rail)).toBe(state);
  expect(takesPayouts(rail)).toBe(state === "sending" || state === "unchecked");
});
