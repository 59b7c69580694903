import { topics } from "@rokad/contract/call";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { trackRecentChanges } from "./recent-changes.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("returns a change with its age, and for others the age of the memory", () => {
  const memory = trackRecentChanges();
  vi.advanceTimersByTime(5_000);
  memory.add("asha", ["wallet", "payouts"]);
  vi.advanceTimersByTime(1_000);
  memory.add("asha", ["wallet"]);
  vi.advanceTimersByTime(250);
  expect(memory.changedMsAgo("asha")).toMatchObject({
    wallet: 250,
    payouts: 1_250,
    tenants: 6_250,
  });
  expect(new Set(Object.values(memory.changedMsAgo("ravi")))).toEqual(new Set([6_250]));
});

test("deletes a change after a minute and then reports it as possibly changed", () => {
  const memory = trackRecentChanges();
  memory.add("asha", ["wallet"]);
  vi.advanceTimersByTime(70_000);
  memory.add("asha", ["payouts"]);
  memory.deleteOld();
  vi.advanceTimersByTime(10);
  expect(memory.changedMsAgo("asha")).toMatchObject({ payouts: 10, wallet: 60_010 });
  memory.reset();
  expect(Object.keys(memory.changedMsAgo("asha"))).toEqual(topics);
  expect(new Set(Object.values(memory.changedMsAgo("asha")))).toEqual(new Set([0]));
});
