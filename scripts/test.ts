// `npm test`: what must hold before anybody gets this, in the order in which it fails fastest.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWeb } from "./build-web.ts";
import { chooseJourneys } from "./choose-journeys.ts";
import {
  type Counts,
  countPlaywright,
  countVitest,
  rulesReport,
  testReports,
} from "./count-tests.ts";
import { ensureBrowser } from "./find-browser.ts";
import { findChanges } from "./find-changes.ts";
import { requireNode } from "./require-node.ts";
import { type Outcome, ROOT, runCommand } from "./run-command.ts";

const help = `npm test                          everything
npm test -- --changed             what your own work may break: uncommitted changes, and commits
                                  that main doesn't have. All checks; the unit and API tests that
                                  import a changed file (all API tests after a change in db/); the
                                  proof after a change in simulation/; the journeys whose name begins
                                  like a changed folder or file, and for a change of the console
                                  those of every screen and dialog.
npm test -- --shuffle [--seed N]  everything, the files in a random order: no file depends on
                                  another. The printed seed repeats the order.`;

type Stage = {
  name: string;
  run(): Promise<Pick<Outcome, "ok">>;
  count?(): Counts;
  /** Why nothing of it has to run, for this change. */
  notNeeded?: string | false | undefined;
};

const logs = join(ROOT, ".cache/test-logs");
const vitestReport = join(testReports, "vitest.json");
const loggedReport = join(testReports, "logged.json");
const playwrightReport = join(testReports, "playwright.json");

requireNode();
const { values: options } = parseArgs({
  options: {
    changed: { type: "boolean", default: false },
    shuffle: { type: "boolean", default: false },
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

const stages: readonly Stage[] = [
  {
    name: "Check: style, types, boundaries, dead code, migrations, house rules, conformance, API description",
    run: () => runCommand(["node", "scripts/check.ts"], { show: true }),
    count: () => countVitest(rulesReport),
  },
  {
    name: "Unit tests, and the API on a real PostgreSQL",
    run: () =>
      runVitest(
        [
          "--project=unit",
          "--project=database",
          ...(changes ? [`--changed=${changes.base}`, "--passWithNoTests"] : []),
        ],
        vitestReport,
      ),
    count: () => countVitest(vitestReport),
  },
  {
    name: "The proof, in its short form: everything at once goes wrong, and every planted fault is found",
    run: () =>
      runCommand(["node", "simulation/run.ts", "--short", "--mutations", "--seed", "4711"], {
        show: true,
      }),
    notNeeded:
      changes &&
      !changes.files.some((path) => path.startsWith("simulation/")) &&
      "no change in simulation/",
  },
  {
    name: "Build of the console",
    run: () => buildWeb({ show: true }),
    notNeeded: journeys?.length === 0 && "no journey is touched",
  },
  {
    name: "Journeys in a real Chromium",
    run: runJourneys,
    count: () => countPlaywright(playwrightReport),
    notNeeded: journeys?.length === 0 && "no journey is touched",
  },
  {
    name: "What all of them made the server log",
    run: () =>
      changes && !existsSync(logs)
        ? Promise.resolve({ ok: true })
        : runVitest(["--project=logged"], loggedReport),
    count: () => countVitest(loggedReport),
  },
];

rmSync(testReports, { recursive: true, force: true });
mkdirSync(testReports, { recursive: true });
rmSync(logs, { recursive: true, force: true });
process.exitCode = (await runStages()) ? 0 : 1;

async function runStages(): Promise<boolean> {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const contents: string[] = [];
  const began = performance.now();
  let good = true;
  for (const [index, stage] of stages.entries()) {
    const title = `${index + 1}/${stages.length} ${stage.name}`;
    if (stage.notNeeded) {
      contents.push(`- ${title}  not needed: ${stage.notNeeded}`);
      continue;
    }
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
  const minutes = (performance.now() - began) / 60_000;
  console.log(
    `\n${total.passed} passed, ${total.failed + total.skipped} failed in ${minutes.toFixed(1)} minutes`,
  );
  if (seed !== undefined) console.log(`The order again: npm test -- --shuffle --seed ${seed}`);
  return good;
}

function runVitest(which: readonly string[], report: string): Promise<Pick<Outcome, "ok">> {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const order = seed === undefined ? [] : ["--sequence.shuffle.files", `--sequence.seed=${seed}`];
  return runCommand(["vitest", "run", ...which, ...order, ...reporters], { show: true });
}

async function runJourneys(): Promise<Pick<Outcome, "ok">> {
  try {
    console.log(`Chromium: ${await ensureBrowser()}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { ok: false };
  }
  const order = seed === undefined ? [] : [`--shuffle=${seed}`];
  return runCommand(["playwright", "test", ...(journeys ?? []), ...order, "--reporter=list,json"], {
    show: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
  });
}

function allJourneys(): string[] {
  return readdirSync(join(ROOT, "e2e"))
    .filter((name) => name.endsWith(".e2e.ts"))
    .map((name) => `e2e/${name}`);
}

/** What the order is drawn from; undefined for the usual order. */
function chooseSeed(): number | undefined {
  if (options.seed === undefined)
    return options.shuffle ? Math.floor(Math.random() * 1_000_000) : undefined;
  if (/^\d{1,9}$/.test(options.seed)) return Number(options.seed);
  console.error("--seed: a whole number, please");
  return process.exit(2);
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
