import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Outcome, runCommand } from "../run-command.ts";
import { describeTests } from "./describe-tests.ts";
import { readRunningTests } from "./running-tests.ts";
import { noResults, testReports, type TestResults } from "./test-results.ts";

/** More tests than this that pass only at their second attempt fail the run. */
const flakyMax = 3;
const brokenOutputLines = 15;

export type Stage = {
  name: string;
  run(signal: AbortSignal): Promise<Pick<Outcome, "ok" | "output">>;
  results?(): TestResults;
  /** Why this change does not need the stage. */
  notNeeded?: string | false | undefined;
};

type FinishedStage = {
  name: string;
  ok: boolean;
  seconds: number;
  results: TestResults | undefined;
  /** The end of its output, if it failed without naming a test. */
  brokenOutput: string;
};

/**
 * Runs the stages until one fails or `signal` aborts. Prints a summary whose last lines name each
 * failed and flaky test, and writes `result.json` beside the reports.
 */
export async function runStages(
  name: string,
  stages: readonly Stage[],
  signal: AbortSignal,
): Promise<boolean> {
  rmSync(testReports, { recursive: true, force: true });
  mkdirSync(testReports, { recursive: true });
  const startedAt = new Date();
  const finished: FinishedStage[] = [];
  const lines: string[] = [];
  for (const [index, stage] of stages.entries()) {
    const title = `${index + 1}/${stages.length} ${stage.name}`;
    if (stage.notNeeded) {
      lines.push(`- ${title}  not needed: ${stage.notNeeded}`);
      continue;
    }
    console.log(`\n━━ ${title} ━━\n`);
    const last = await runStage(stage, signal);
    finished.push(last);
    lines.push(describeStage(title, last));
    if (!last.ok) break;
  }
  const failed = finished.flatMap(({ results }) => results?.failed ?? []);
  const flaky = finished.flatMap(({ results }) => results?.flaky ?? []);
  const broken = finished.filter(({ brokenOutput }) => brokenOutput !== "");
  const skipped = finished.reduce((sum, { results }) => sum + (results?.skipped ?? 0), 0);
  const passed = finished.reduce((sum, { results }) => sum + (results?.passed ?? 0), 0);
  const running = signal.aborted ? readRunningTests() : [];
  const ok = finished.every((stage) => stage.ok) && flaky.length <= flakyMax;
  const minutes = (Date.now() - startedAt.getTime()) / 60_000;

  console.log(`\n━━ Result ━━\n\n${lines.join("\n")}`);
  for (const { name: stage, brokenOutput } of broken)
    console.log(`\nThe end of "${stage}":\n${brokenOutput}`);
  if (signal.aborted)
    console.log(`\nStopped: ${String(signal.reason)} Running:\n  ${running.join("\n  ")}`);
  console.log(describeTests({ failed, flaky, flakyMax }));
  if (skipped > 0) console.log(`\n${skipped} tests were skipped; what can't run must fail.`);
  const failures = failed.length + broken.length + skipped;
  console.log(
    `\n${passed} passed, ${ok ? 0 : Math.max(1, failures)} failed in ${minutes.toFixed(1)} minutes`,
  );

  const record = {
    run: name,
    ...(await describeCheckout()),
    startedAt: startedAt.toISOString(),
    minutes: Number(minutes.toFixed(1)),
    ok,
    passed,
    skipped,
    failed: [...failed.map((test) => test.name), ...broken.map((stage) => stage.name)],
    flaky: flaky.map((test) => test.name),
    running,
    stages: finished.map((stage) => ({
      name: stage.name,
      ok: stage.ok,
      seconds: Math.round(stage.seconds),
      passed: stage.results?.passed,
    })),
  };
  writeFileSync(join(testReports, "result.json"), `${JSON.stringify(record, undefined, 2)}\n`);
  return ok;
}

async function runStage(stage: Stage, signal: AbortSignal): Promise<FinishedStage> {
  const began = performance.now();
  const outcome = signal.aborted ? { ok: false, output: "" } : await stage.run(signal);
  const seconds = (performance.now() - began) / 1000;
  const results = stage.results?.();
  const { failed, skipped } = results ?? noResults;
  const ok = outcome.ok && !signal.aborted && failed.length === 0 && skipped === 0;
  // A stage that breaks before its tests ran has failed nonetheless.
  const isBroken = !outcome.ok && failed.length === 0 && !signal.aborted;
  const brokenOutput = isBroken
    ? outcome.output.trimEnd().split("\n").slice(-brokenOutputLines).join("\n") || "No output"
    : "";
  return { name: stage.name, ok, seconds, results, brokenOutput };
}

function describeStage(title: string, { ok, seconds, results }: FinishedStage): string {
  const flaky = results?.flaky.length ? `, ${results.flaky.length} flaky` : "";
  const tests = results
    ? `  ${results.passed} passed, ${results.failed.length} failed${flaky}`
    : "";
  return `${ok ? "✓" : "✗"} ${title}  ${seconds.toFixed(1)} s${tests}`;
}

/** The commit that ran, and whether the checkout had nothing beside it. */
async function describeCheckout(): Promise<{ commit: string | null; isClean: boolean }> {
  const head = await runCommand(["git", "rev-parse", "HEAD"]);
  const status = await runCommand(["git", "status", "--porcelain"]);
  return {
    commit: head.ok ? head.output.trim() : null,
    isClean: status.ok && status.output.trim() === "",
  };
}
