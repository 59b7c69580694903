// `npm test`: what must hold before anybody gets this, in the order in which it fails fastest.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWeb } from "./build-web.ts";
import { chooseJourneys } from "./choose-journeys.ts";
import { ensureBrowser } from "./find-browser.ts";
import { findChanges } from "./find-changes.ts";
import { listSources, readText } from "./list-files.ts";
import { requireNode } from "./require-node.ts";
import { type Outcome, ROOT, runCommand } from "./run-command.ts";
import { waitForTurn } from "./testing/one-test-run.ts";
import { type Stage, runStages } from "./testing/run-stages.ts";
import {
  readPlaywrightResults,
  readVitestResults,
  rulesReport,
  testReports,
} from "./testing/test-results.ts";

const help = `npm test                          everything
npm test -- --changed             what your own work may break: uncommitted changes, and commits
                                  that main doesn't have. All checks; the unit and API tests that
                                  import a changed file (all API tests after a change in db/); the
                                  proof after a change in simulation/; the journeys whose name begins
                                  like a changed folder or file, and for a change of the console
                                  those of every screen and dialog.
npm test -- --shuffle [--seed N]  everything, the files in a random order and properties on other
                                  values: no file depends on another. The printed seed repeats both.
npm run sweep [-- --seed N]       every screen and dialog in every look, crash tests of minutes, and
                                  properties on other values`;

/** A run that takes longer ends itself and reports what was running. */
const runMinutesMax = 75;

const logs = join(ROOT, ".cache/test-logs");
const vitestReport = join(testReports, "vitest.json");
const loggedReport = join(testReports, "logged.json");
const playwrightReport = join(testReports, "playwright.json");

requireNode();
const { values: options } = parseArgs({
  options: {
    changed: { type: "boolean", default: false },
    shuffle: { type: "boolean", default: false },
    sweep: { type: "boolean", default: false },
    seed: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  console.log(help);
  process.exit(0);
}
const seed = chooseSeed();
const changes = options.changed ? await findChanges() : undefined;
const journeys = changes && chooseJourneys(changes.files, allJourneys());
if (changes)
  console.log(`${changes.files.length} files have changed since ${changes.base.slice(0, 10)}.`);

const build: Stage = {
  name: "Build of the console",
  run: () => buildWeb({ show: true }),
  notNeeded: journeys?.length === 0 && "no journey is touched",
};
const logged: Stage = {
  name: "What all of them made the server log",
  run: (signal) =>
    changes && !existsSync(logs)
      ? Promise.resolve({ ok: true, output: "" })
      : runVitest(["--project=logged"], loggedReport, signal),
  results: () => readVitestResults(loggedReport),
};

const suite: readonly Stage[] = [
  {
    name: "Check: style, types, boundaries, dead code, migrations, house rules, conformance, API description",
    run: (signal) => runCommand(["node", "scripts/check.ts"], { show: true, signal }),
    results: () => readVitestResults(rulesReport),
  },
  {
    name: "Unit tests, and the API on a real PostgreSQL",
    run: (signal) =>
      runVitest(
        [
          "--project=unit",
          "--project=database",
          ...(changes ? [`--changed=${changes.base}`, "--passWithNoTests"] : []),
        ],
        vitestReport,
        signal,
      ),
    results: () => readVitestResults(vitestReport),
  },
  {
    name: "The proof, in its short form: everything at once goes wrong, and every planted fault is found",
    run: (signal) =>
      runCommand(["node", "simulation/run.ts", "--short", "--mutations", "--seed", "4711"], {
        show: true,
        signal,
      }),
    notNeeded:
      changes &&
      !changes.files.some((path) => path.startsWith("simulation/")) &&
      "no change in simulation/",
  },
  build,
  {
    name: "Journeys in a real Chromium",
    run: (signal) => runPlaywright("journeys", journeys ?? [], signal),
    results: () => readPlaywrightResults(playwrightReport),
    notNeeded: journeys?.length === 0 && "no journey is touched",
  },
  logged,
];

const sweep: readonly Stage[] = [
  {
    name: "Properties on other random values",
    run: (signal) =>
      runVitest(["--project=unit", "--project=database", ...properties()], vitestReport, signal),
    results: () => readVitestResults(vitestReport),
  },
  {
    name: "Crashes, several servers, thousands of lines, and the packed command line",
    run: (signal) => runVitest(["--project=sweep"], vitestReport, signal),
    results: () => readVitestResults(vitestReport),
  },
  build,
  {
    name: "Every screen and dialog in every look, first visits and widths",
    run: (signal) => runPlaywright("sweep", [], signal),
    results: () => readPlaywrightResults(playwrightReport),
  },
  logged,
];

await waitForTurn();
rmSync(logs, { recursive: true, force: true });
const command = options.sweep ? "npm run sweep" : "npm test";
const isGood = await runStages(command, options.sweep ? sweep : suite, stopSignal());
if (seed !== undefined) console.log(`The same again: ${command} -- --seed ${seed}`);
process.exit(isGood ? 0 : 1);

/** Aborts after the run's time, and when the run is interrupted. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = (reason: string) => controller.abort(reason);
  setTimeout(() => stop(`the run took ${runMinutesMax} minutes.`), runMinutesMax * 60_000).unref();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop(`${name}.`));
  return controller.signal;
}

function runVitest(which: readonly string[], report: string, signal: AbortSignal) {
  const reporters = ["default", "json", "./scripts/testing/vitest-reporter.ts"];
  const order = seed === undefined ? [] : ["--sequence.shuffle.files", `--sequence.seed=${seed}`];
  return runCommand(
    [
      "vitest",
      "run",
      ...which,
      ...order,
      ...reporters.map((reporter) => `--reporter=${reporter}`),
      `--outputFile.json=${report}`,
    ],
    { show: true, signal, ...(seed !== undefined && { env: { PROPERTY_SEED: String(seed) } }) },
  );
}

/** The tests that draw random values. */
function properties(): string[] {
  return ["apps", "packages"]
    .flatMap((folder) => listSources(folder))
    .filter((path) => path.endsWith(".test.ts") && readText(path).includes("fc.assert("));
}

async function runPlaywright(
  project: "journeys" | "sweep",
  files: readonly string[],
  signal: AbortSignal,
): Promise<Pick<Outcome, "ok" | "output">> {
  try {
    console.log(`Chromium: ${await ensureBrowser()}`);
  } catch (error) {
    return { ok: false, output: error instanceof Error ? error.message : String(error) };
  }
  const order = seed === undefined ? [] : [`--shuffle=${seed}`];
  return runCommand(
    [
      "playwright",
      "test",
      `--project=${project}`,
      ...files,
      ...order,
      "--reporter=list,json,./scripts/testing/playwright-reporter.ts",
    ],
    { show: true, signal, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport } },
  );
}

function allJourneys(): string[] {
  return readdirSync(join(ROOT, "e2e"))
    .filter((name) => name.endsWith(".e2e.ts"))
    .map((name) => `e2e/${name}`);
}

/** What the order and properties are drawn from; undefined for the usual ones. */
function chooseSeed(): number | undefined {
  if (options.seed === undefined)
    return options.shuffle || options.sweep ? Math.floor(Math.random() * 1_000_000) : undefined;
  if (/^\d{1,9}$/.test(options.seed)) return Number(options.seed);
  console.error("--seed: a whole number, please");
  return process.exit(2);
}
