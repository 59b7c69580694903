import { topics } from "@rokad/contract/call";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rememberChanges } from "./remember-changes.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("a change is remembered with its age; of whom nothing was heard, nothing is known from before", () => {
  const memory = rememberChanges();
  vi.advanceTimersByTime(5_000);
  memory.note("asha", ["wallet", "payouts"]);
  vi.advanceTimersByTime(1_000);
  memory.note("asha", ["wallet"]);
  vi.advanceTimersByTime(250);
  expect(memory.changedMsAgo("asha")).toMatchObject({
    wallet: 250,
    payouts: 1_250,
    tenants: 6_250,
  });
  expect(new Set(Object.values(memory.changedMsAgo("ravi")))).toEqual(new Set([6_250]));
});

test("after a minute a change is forgotten, and then nobody is told that there was none", () => {
  const memory = rememberChanges();
  memory.note("asha", ["wallet"]);
  vi.advanceTimersByTime(70_000);
  memory.note("asha", ["payouts"]);
  memory.forgetOld();
  vi.advanceTimersByTime(10);
  expect(memory.changedMsAgo("asha")).toMatchObject({ payouts: 10, wallet: 60_010 });
  memory.beginAnew();
  expect(Object.keys(memory.changedMsAgo("asha"))).toEqual(topics);
  expect(new Set(Object.values(memory.changedMsAgo("asha")))).toEqual(new Set([0]));
});
