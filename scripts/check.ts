// `npm run check`: runs the static checks of the code.
// `npm run check -- types lint` runs only the checks whose name starts with one of these words.
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { rulesReport } from "./testing/test-results.ts";
import { type Outcome, ROOT, runCommand } from "./run-command.ts";

/** With `showsNotes`, what a passed check prints is shown. */
type Check = {
  name: string;
  command: readonly string[];
  env?: Record<string, string>;
  showsNotes?: true;
};

const migrations = readdirSync(join(ROOT, "db/migrations"))
  .filter((name) => name.endsWith(".sql"))
  .map((name) => `db/migrations/${name}`);

// Most checks use one thread; a small machine has two cores.
const CONCURRENCY = 2;

// Each checker computes the shared types again: four on two cores take a third more processor time.
const checkers = String(Math.min(4, Math.max(1, Math.floor(availableParallelism() / CONCURRENCY))));

// tsc is a Go program. Collecting its garbage less often saves a fifth of its processor time and
// takes 1.3 GB of memory.
const env = { GOGC: "400", GOMEMLIMIT: "2GiB" };

const checks: readonly Check[] = [
  { name: "lint", command: ["oxlint"] },
  {
    name: "types of server, packages, scripts",
    command: ["tsc", "-p", "tsconfig.json", "--checkers", checkers],
    env,
  },
  {
    name: "types of web",
    command: ["tsc", "-p", "apps/web/tsconfig.json", "--checkers", checkers],
    env,
  },
  { name: "types of the SDK and its tests", command: ["tsc", "-p", "packages/sdk"], env },
  {
    name: "types of the SDK without Node.js",
    command: ["tsc", "-p", "packages/sdk/tsconfig.build.json", "--noEmit"],
    env,
  },
  { name: "types of the command line", command: ["tsc", "-p", "packages/cli"], env },
  { name: "types of the server for agents", command: ["tsc", "-p", "packages/mcp"], env },
  { name: "dead code and dependencies", command: ["knip"] },
  {
    name: "boundaries, house rules, words, conformance, ASVS, expressions, packages",
    command: [
      "vitest",
      "run",
      "--project=rules",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${rulesReport}`,
    ],
  },
  {
    name: "shipped packages' advisories",
    command: ["node", "scripts/check-advisories.ts"],
    showsNotes: true,
  },
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "migrations", command: ["squawk", ...migrations] },
  { name: "openapi", command: ["redocly", "lint", "openapi.json"] },
  { name: "sdk", command: ["node", "packages/sdk/build/generate.ts", "--check"] },
];

const prefixes = process.argv.slice(2);
const chosen = checks.filter(
  ({ name }) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)),
);
const failed = await runChecks(chosen);
for (const [{ name }, { output }] of failed) console.log(`\n── ${name} ──\n${output.trim()}`);
console.log(
  failed.size === 0
    ? `\n${chosen.length} checks passed.`
    : `\n${failed.size} of ${chosen.length} checks failed.`,
);
// A misspelt name selects no check, which must not look like success.
process.exitCode = failed.size === 0 && chosen.length > 0 ? 0 : 1;

async function runChecks(all: readonly Check[]): Promise<Map<Check, Outcome>> {
  const waiting = [...all];
  const outcomes = new Map<Check, Outcome>();
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const outcome = await runCommand(check.command, check.env && { env: check.env });
      console.log(
        `${outcome.ok ? "✓" : "✗"} ${check.name.padEnd(36)} ${outcome.seconds.toFixed(1).padStart(5)} s`,
      );
      if (!outcome.ok) outcomes.set(check, outcome);
      else if (check.showsNotes && outcome.output !== "") console.log(`  ${outcome.output.trim()}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return outcomes;
}
