// The guarantee: no failed, flaky or skipped test of a report is lost on the way to the result.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../run-command.ts";
import { noResults, readPlaywrightResults, readVitestResults } from "./test-results.ts";

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "rokad-reports-"))));
afterAll(() => rmSync(folder, { recursive: true }));

function write(report: object): string {
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify(report));
  return path;
}

test("reads a failed test and a file that breaks outside its tests from Vitest", () => {
  const report = {
    numPassedTests: 7,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        name: join(ROOT, "a.test.ts"),
        status: "failed",
        message: "",
        assertionResults: [
          { fullName: "pays once", status: "failed", failureMessages: ["\u001B[31mno\u001B[0m"] },
          { fullName: "pays twice", status: "passed", failureMessages: [] },
        ],
      },
      { name: join(ROOT, "b.test.ts"), status: "failed", message: "no", assertionResults: [] },
    ],
  };
  expect(readVitestResults(write(report))).toEqual({
    passed: 7,
    skipped: 2,
    failed: [
      { name: "a.test.ts › pays once", error: "no" },
      { name: "b.test.ts", error: "no" },
    ],
    flaky: [],
  });
});

test("reads failed, flaky and skipped journeys, also in blocks, and errors outside of them", () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    tests: [{ status, results: messages.map((message) => ({ status, error: { message } })) }],
  });
  const report = {
    errors: [{ message: "no browser" }],
    suites: [
      {
        title: "pay.e2e.ts",
        file: "pay.e2e.ts",
        specs: [spec("pays", "expected"), spec("waits", "flaky", "slow")],
        suites: [
          {
            title: "on a phone",
            file: "pay.e2e.ts",
            specs: [spec("pays", "unexpected", "no"), spec("rests", "skipped")],
          },
        ],
      },
    ],
  };
  expect(readPlaywrightResults(write(report))).toEqual({
    passed: 2,
    skipped: 1,
    failed: [
      { name: "pay.e2e.ts › on a phone › pays", error: "no" },
      { name: "outside of a test", error: "no browser" },
    ],
    flaky: [{ name: "pay.e2e.ts › waits", error: "slow" }],
  });
});

test("has no results without a report", () => {
  expect(readVitestResults(join(folder, "missing.json"))).toEqual(noResults);
  expect(readPlaywrightResults(join(folder, "missing.json"))).toEqual(noResults);
});
