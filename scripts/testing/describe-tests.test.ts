// The guarantee: the end of a run's output names each failed and flaky test, in few lines.
import { expect, test } from "vitest";
import { describeTests } from "./describe-tests.ts";

const testsNamed = (count: number, kind: string) =>
  Array.from({ length: count }, (_, at) => ({
    name: `${kind} ${at}`,
    error: "Error: expected 1\n\n  received 2\n  at a\n  at b\n  at c",
  }));

test("shows the first lines of a failure's error", () => {
  expect(describeTests({ failed: testsNamed(1, "pays"), flaky: [], flakyMax: 3 })).toBe(
    "\n✗ failed  pays 0\n    Error: expected 1\n    received 2\n    at a\n    at b",
  );
});

test.each([1, 7, 20, 39])("names all of %i failed tests and 2 flaky ones in 45 lines", (count) => {
  const text = describeTests({
    failed: testsNamed(count, "pays"),
    flaky: testsNamed(2, "waits"),
    flakyMax: 3,
  });
  expect(text.match(/^✗ failed/gm)?.length).toBe(Math.min(count, 40));
  expect(text.split("\n").length).toBeLessThanOrEqual(45);
  expect(text.includes("~ flaky  waits 1") || text.includes("and 1 more")).toBe(true);
});

test("says when too many are flaky", () => {
  const text = describeTests({ failed: [], flaky: testsNamed(4, "waits"), flakyMax: 3 });
  expect(text).toContain("4 tests passed only at their second attempt; 3 may.");
});

test("says nothing when all pass", () => {
  expect(describeTests({ failed: [], flaky: [], flakyMax: 3 })).toBe("");
});
