import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startFallbackPoll } from "./fallback-poll.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The seconds at which the poll runs within this time. */
function secondsOf(forSeconds: number, isNeeded: (second: number) => boolean): number[] {
  const seconds: number[] = [];
  const startedAt = Date.now();
  const now = () => (Date.now() - startedAt) / 1000;
  const stop = startFallbackPoll({
    work: () => void seconds.push(now()),
    firstSeconds: 30,
    isNeeded: () => isNeeded(now()),
  });
  vi.advanceTimersByTime(forSeconds * 1000);
  stop();
  vi.advanceTimersByTime(3_600_000);
  return seconds;
}

test("polls after 30 s, then after twice the pause, and at least every 5 minutes", () => {
  expect(secondsOf(29.999, () => true)).toEqual([]);
  expect(secondsOf(1_400, () => true)).toEqual([30, 90, 210, 450, 750, 1_050, 1_350]);
});

test("does not poll while it is not needed, and starts with the first pause afterwards", () => {
  expect(secondsOf(3_600, () => false)).toEqual([]);
  expect(secondsOf(250, (second) => second > 100)).toEqual([120, 180]);
});
