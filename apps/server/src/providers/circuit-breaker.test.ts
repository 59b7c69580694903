import { expect, test } from "vitest";
import { openReason, type ProviderHealth } from "./circuit-breaker.ts";

const healthy: ProviderHealth = {
  missing: [],
  probeError: null,
  answered: 40,
  unanswered: 0,
  medianMs: 300,
};

test.each<[what: string, change: Partial<ProviderHealth>, why: string | undefined]>([
  ["answers", {}, undefined],
  ["had no calls lately", { answered: 0, medianMs: null }, undefined],
  ["left nine of nine calls unanswered", { answered: 0, unanswered: 9 }, undefined],
  [
    "left ten of twenty calls unanswered",
    { answered: 10, unanswered: 10 },
    "10 of its last 20 calls had no clear answer",
  ],
  ["left ten of twenty-one calls unanswered", { answered: 11, unanswered: 10 }, undefined],
  ["is slow", { medianMs: 8_001 }, "half of its answers take longer than 8 seconds"],
  ["was slow once", { answered: 1, medianMs: 9_000 }, undefined],
  [
    "fails its health check",
    { probeError: "It could not be reached" },
    "it does not answer: It could not be reached",
  ],
  [
    "has no key",
    { missing: ["RAZORPAYX_KEY_ID"], probeError: "401" },
    "it is not set up: RAZORPAYX_KEY_ID",
  ],
])("a provider that %s", (_what, change, why) => {
  expect(openReason({ ...healthy, ...change })).toBe(why);
});
