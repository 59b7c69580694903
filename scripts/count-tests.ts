import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run-command.ts";

/** Where `npm test` leaves what its test runners report. */
export const testReports = join(ROOT, ".cache/test-reports");

/** The tests that are checks; `npm test` counts them too, so that a skipped one fails. */
export const rulesReport = join(testReports, "rules.json");

/** How the tests of a run ended. A skipped one claims something that nobody checked. */
export type Counts = { passed: number; failed: number; skipped: number };

type VitestReport = Record<`num${"Passed" | "Failed" | "Pending" | "Todo"}Tests`, number>;
type PlaywrightReport = { stats: Record<"expected" | "unexpected" | "flaky" | "skipped", number> };

/** Reads what Vitest's JSON reporter wrote; all zero when it wrote nothing. */
export function countVitest(path: string): Counts {
  const report = readReport(path) as VitestReport | undefined;
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  };
}

/** Reads what Playwright's JSON reporter wrote; all zero when it wrote nothing. */
export function countPlaywright(path: string): Counts {
  const stats = (readReport(path) as PlaywrightReport | undefined)?.stats;
  return {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  };
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}
