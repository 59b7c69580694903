import type { FailedTest } from "./test-results.ts";

const linesMax = 40;
const errorLinesMax = 4;
const lineLengthMax = 200;

/**
 * Names each failed and each flaky test with the first lines of its error, in at most 40 lines, so
 * that the end of a long log says what failed. The more tests, the fewer lines of each error.
 */
export function describeTests({
  failed,
  flaky,
  flakyMax,
}: {
  failed: readonly FailedTest[];
  flaky: readonly FailedTest[];
  flakyMax: number;
}): string {
  const all = [
    ...failed.map((test) => ({ ...test, kind: "✗ failed" })),
    ...flaky.map((test) => ({ ...test, kind: "~ flaky" })),
  ];
  const share = Math.floor(linesMax / Math.max(1, all.length)) - 1;
  const errorLines = Math.max(0, Math.min(errorLinesMax, share));
  const lines = all.slice(0, linesMax).flatMap(({ kind, name, error }) => [
    `${kind}  ${name}`.slice(0, lineLengthMax),
    ...error
      .split("\n")
      .filter((line) => line.trim() !== "")
      .slice(0, errorLines)
      .map((line) => `    ${line.trim()}`.slice(0, lineLengthMax)),
  ]);
  if (all.length > linesMax) lines.push(`and ${all.length - linesMax} more`);
  if (flaky.length > flakyMax)
    lines.push(`${flaky.length} tests passed only at their second attempt; ${flakyMax} may.`);
  return lines.length === 0 ? "" : `\n${lines.join("\n")}`;
}
