// `npm test`: what must hold before anybody gets this, in the order in which it fails fastest.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildWeb } from "./build-web.ts";
import { type Counts, countPlaywright, countVitest } from "./count-tests.ts";
import { ensureBrowser } from "./find-browser.ts";
import { requireNode } from "./require-node.ts";
import { type Outcome, ROOT, runCommand } from "./run-command.ts";

type Stage = { name: string; run(): Promise<Pick<Outcome, "ok">>; count?(): Counts };

const reports = join(ROOT, ".cache/test-reports");
const vitestReport = join(reports, "vitest.json");
const loggedReport = join(reports, "logged.json");
const playwrightReport = join(reports, "playwright.json");

const stages: readonly Stage[] = [
  {
    name: "Check: style, types, boundaries, dead code, migrations, house rules, API description",
    run: () => runCommand(["node", "scripts/check.ts"], { show: true }),
  },
  {
    name: "Unit tests, and the API on a real PostgreSQL",
    run: () => runVitest(["--project=unit", "--project=database"], vitestReport),
    count: () => countVitest(vitestReport),
  },
  {
    name: "The proof, in its short form: everything at once goes wrong, and every planted fault is found",
    run: () =>
      runCommand(["node", "prove/run.ts", "--short", "--plants", "--seed", "4711"], { show: true }),
  },
  { name: "Build of the console", run: () => buildWeb({ show: true }) },
  {
    name: "Journeys in a real Chromium",
    run: runJourneys,
    count: () => countPlaywright(playwrightReport),
  },
  {
    name: "What all of them made the server log",
    run: () => runVitest(["--project=logged"], loggedReport),
    count: () => countVitest(loggedReport),
  },
];

requireNode();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
rmSync(join(ROOT, ".cache/test-logs"), { recursive: true, force: true });
process.exitCode = (await runStages()) ? 0 : 1;

async function runStages(): Promise<boolean> {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const contents: string[] = [];
  let good = true;
  for (const [index, stage] of stages.entries()) {
    const title = `${index + 1}/${stages.length} ${stage.name}`;
    console.log(`\n━━ ${title} ━━\n`);
    const started = performance.now();
    const { ok } = await stage.run();
    const counts = stage.count?.() ?? { passed: 0, failed: 0, skipped: 0 };
    // A stage that breaks before its tests ran has failed nonetheless.
    if (!ok && counts.failed === 0) counts.failed = 1;
    for (const key of ["passed", "failed", "skipped"] as const) total[key] += counts[key];
    good = ok && counts.failed === 0 && counts.skipped === 0;
    contents.push(
      describe(title, good, (performance.now() - started) / 1000, stage.count ? counts : undefined),
    );
    if (!good) break;
  }
  console.log(`\n━━ Result ━━\n\n${contents.join("\n")}`);
  if (total.skipped > 0)
    console.log(`\n${total.skipped} tests were skipped; what can't run must fail.`);
  console.log(`\n${total.passed} passed, ${total.failed + total.skipped} failed`);
  return good;
}

function runVitest(which: readonly string[], report: string): Promise<Pick<Outcome, "ok">> {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return runCommand(["vitest", "run", ...which, ...reporters], { show: true });
}

async function runJourneys(): Promise<Pick<Outcome, "ok">> {
  try {
    console.log(`Chromium: ${await ensureBrowser()}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { ok: false };
  }
  return runCommand(["playwright", "test", "--reporter=list,json"], {
    show: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
  });
}

function describe(
  title: string,
  good: boolean,
  seconds: number,
  counts: Counts | undefined,
): string {
  const tests = counts === undefined ? "" : `  ${counts.passed} passed, ${counts.failed} failed`;
  return `${good ? "✓" : "✗"} ${title}  ${seconds.toFixed(1)} s${tests}`;
}
