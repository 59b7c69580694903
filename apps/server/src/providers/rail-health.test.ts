import { expect, test } from "vitest";
import { whyUnwell, type RailSigns } from "./rail-health.ts";

const well: RailSigns = {
  missing: [],
  probeError: null,
  answered: 40,
  unanswered: 0,
  medianMs: 300,
};

test.each<[what: string, change: Partial<RailSigns>, why: string | undefined]>([
  ["answers", {}, undefined],
  ["was given nothing lately", { answered: 0, medianMs: null }, undefined],
  ["left nine of nine unanswered", { answered: 0, unanswered: 9 }, undefined],
  [
    "left ten of twenty unanswered",
    { answered: 10, unanswered: 10 },
    "10 of its last 20 calls had no clear answer",
  ],
  ["left ten of twenty-one unanswered", { answered: 11, unanswered: 10 }, undefined],
  ["is slow", { medianMs: 8_001 }, "half of its answers take longer than 8 seconds"],
  ["was slow once", { answered: 1, medianMs: 9_000 }, undefined],
  [
    "gives no sign of life",
    { probeError: "It could not be reached" },
    "it does not answer: It could not be reached",
  ],
  [
    "has no key",
    { missing: ["RAZORPAYX_KEY_ID"], probeError: "401" },
    "it is not set up: RAZORPAYX_KEY_ID",
  ],
])("a rail that %s", (_what, change, why) => {
  expect(whyUnwell({ ...well, ...change })).toBe(why);
});
