// The guarantee: however many loops fail because the database is away, the log gets one line a
// minute from them; every other failure has a line of its own.
import { PassThrough } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { createLog, log, useLog } from "../kernel/log.ts";
import { logFailure } from "./log-failure.ts";

afterEach(() => vi.restoreAllMocks());

test("failures while the database is unreachable or full share one counted line a minute", () => {
  const before = log();
  const output = new PassThrough();
  useLog(createLog("warn", output));
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  // Later than any line that another test of this process has caused; whole, so that sums are exact.
  const start = Math.ceil(performance.now()) + 3_600_000;
  const clock = vi.spyOn(performance, "now");
  for (let second = 0; second <= 60; second += 1) {
    clock.mockReturnValue(start + second * 1_000);
    for (const task of ["retention", "checkpoints"]) logFailure(away, "A task failed", { task });
  }
  logFailure(new Error("its own fault"), "A task failed", { task: "retention" });
  useLog(before);
  const lines = String(output.read()).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    {
      msg: "The database is unreachable or full. Rokad keeps trying.",
      failures: expect.any(Number),
    },
    { msg: "The database is unreachable or full. Rokad keeps trying.", failures: 120 },
    { msg: "A task failed", task: "retention", err: { message: "its own fault" } },
  ]);
});
