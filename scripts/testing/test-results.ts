import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "../run-command.ts";

/** The folder of what `npm test` and its test runners report. */
export const testReports = join(ROOT, ".cache/test-reports");

/** The tests that are checks; `npm test` counts them too, so that a skipped one fails. */
export const rulesReport = join(testReports, "rules.json");

/** A test that failed at its last or at an earlier attempt, with that attempt's error message. */
export type FailedTest = { name: string; error: string };

/**
 * The results of a test runner. A flaky test passed at its second attempt and counts as passed too;
 * a skipped test claims something that nothing checked.
 */
export type TestResults = {
  passed: number;
  skipped: number;
  failed: readonly FailedTest[];
  flaky: readonly FailedTest[];
};

export const noResults: TestResults = { passed: 0, skipped: 0, failed: [], flaky: [] };

type VitestReport = {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: readonly {
    name: string;
    status: string;
    message: string;
    assertionResults: readonly {
      fullName: string;
      status: string;
      failureMessages: readonly string[] | null;
    }[];
  }[];
};

/** Reads the report of Vitest's JSON reporter. A missing report has no results. */
export function readVitestResults(path: string): TestResults {
  const report = readReport(path) as VitestReport | undefined;
  if (!report) return noResults;
  const failed = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const tests = assertionResults.filter((test) => test.status === "failed");
    // A file that breaks outside its tests has none that failed.
    if (tests.length === 0) return status === "failed" ? [failedTest(file, message)] : [];
    return tests.map(({ fullName, failureMessages }) =>
      failedTest(`${file} › ${fullName}`, failureMessages?.[0]),
    );
  });
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, skipped, failed, flaky: [] };
}

type PlaywrightReport = {
  suites: readonly Suite[];
  errors: readonly { message?: string }[];
};

type Suite = {
  title: string;
  file: string;
  suites?: readonly Suite[];
  specs: readonly {
    title: string;
    tests: readonly {
      status: "expected" | "unexpected" | "flaky" | "skipped";
      results: readonly { status: string; error?: { message?: string } }[];
    }[];
  }[];
};

/** Reads the report of Playwright's JSON reporter. A missing report has no results. */
export function readPlaywrightResults(path: string): TestResults {
  const report = readReport(path) as PlaywrightReport | undefined;
  if (!report) return noResults;
  const tests = report.suites.flatMap((suite) => readSuite(suite, []));
  const of = (status: string) => tests.filter((test) => test.status === status);
  const broken = report.errors.map(({ message }) => failedTest("outside of a test", message));
  return {
    passed: of("expected").length + of("flaky").length,
    skipped: of("skipped").length,
    failed: [...of("unexpected"), ...broken].map(({ name, error }) => ({ name, error })),
    flaky: of("flaky").map(({ name, error }) => ({ name, error })),
  };
}

function readSuite(
  suite: Suite,
  above: readonly string[],
): readonly (FailedTest & { status: string })[] {
  const titles = [...above, suite.title];
  const specs = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => {
      const error = results.find((result) => result.error)?.error?.message;
      return { ...failedTest([...titles, title].join(" › "), error), status };
    }),
  );
  return [...specs, ...(suite.suites ?? []).flatMap((inner) => readSuite(inner, titles))];
}

function failedTest(name: string, error: string | undefined): FailedTest {
  return { name, error: stripVTControlCharacters(error ?? "") };
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}
