// The guarantee: a person without activity is warned a minute before and then signed out, activity in
// any tab counts for all, and a sleep past the limit is no activity.
import { beforeEach, describe, expect, test } from "vitest";
import { createIdleWatch } from "./watch-idle.ts";

const minute = 60_000;
let now: number;
let lastActive: number;
let log: string[];
let watch: ReturnType<typeof createIdleWatch>;

beforeEach(() => {
  now = 1_000_000;
  lastActive = now;
  log = [];
  watch = createIdleWatch({
    limitMs: 15 * minute,
    now: () => now,
    lastActiveMs: () => lastActive,
    markActive: () => (lastActive = now),
    report: () => log.push("report"),
    onWarning: (seconds) => seconds !== null && log.push(String(seconds)),
    onIdle: () => log.push("over"),
  });
});

function pass(ms: number): void {
  for (let left = ms; left > 0; left -= 1_000) {
    now += 1_000;
    watch.tick();
  }
}

test("warns in the last minute, second by second, and ends once", () => {
  pass(15 * minute + 5_000);
  expect(log).toEqual([
    "report",
    ...Array.from({ length: 60 }, (_, at) => String(60 - at)),
    "over",
  ]);
});

describe("activity", () => {
  test("is reported at most once a minute, and only when there was some", () => {
    for (let second = 0; second < 180; second += 1) {
      watch.act();
      pass(1_000);
    }
    expect(log).toEqual(["report", "report", "report"]);
    pass(10 * minute);
    expect(log.filter((one) => one === "report").length).toBeLessThanOrEqual(4);
  });

  test("in another tab counts, also while this tab warns", () => {
    pass(14 * minute + 10_000);
    expect(log.at(-1)).toBe("50");
    lastActive = now;
    pass(14 * minute - 2_000);
    expect(log.at(-1)).toBe("report");
  });

  test("while the dialog shows counts only by its button", () => {
    pass(14 * minute + 30_000);
    watch.act();
    expect(now - lastActive).toBe(14 * minute + 30_000);
    watch.stay();
    expect(lastActive).toBe(now);
  });

  test("after a sleep past the limit does not revive the session", () => {
    pass(1_000);
    now += 60 * minute;
    watch.act();
    watch.stay();
    expect(log.at(-1)).toBe("over");
  });
});
