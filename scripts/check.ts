// `npm run check`: runs the static checks of the code.
// `npm run check -- types lint` runs only the checks whose name starts with one of these words.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Outcome, ROOT, runCommand } from "./run-command.ts";

/** With `showsNotes`, what a passed check prints is shown. */
type Check = { name: string; command: readonly string[]; showsNotes?: true };

const migrations = readdirSync(join(ROOT, "db/migrations"))
  .filter((name) => name.endsWith(".sql"))
  .map((name) => `db/migrations/${name}`);

const checks: readonly Check[] = [
  { name: "lint", command: ["oxlint"] },
  { name: "types of server, packages, scripts", command: ["tsc", "-p", "tsconfig.json"] },
  { name: "types of web", command: ["tsc", "-p", "apps/web/tsconfig.json"] },
  { name: "dead code and dependencies", command: ["knip"] },
  {
    name: "boundaries, house rules, words, conformance, ASVS",
    command: [
      "vitest",
      "run",
      "scripts/boundaries.test.ts",
      "scripts/doc-links.test.ts",
      "scripts/house-rules.test.ts",
      "scripts/banned-words.test.ts",
      "scripts/conformance.test.ts",
      "scripts/asvs.test.ts",
    ],
  },
  {
    name: "regular expressions",
    command: ["vitest", "run", "scripts/regular-expressions.test.ts"],
  },
  {
    name: "shipped packages",
    command: ["vitest", "run", "scripts/shipped-packages.test.ts"],
  },
  {
    name: "shipped packages' advisories",
    command: ["node", "scripts/check-advisories.ts"],
    showsNotes: true,
  },
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "migrations", command: ["squawk", ...migrations] },
  { name: "openapi", command: ["redocly", "lint", "openapi.json"] },
];

// Most checks use one thread; a small machine has two cores.
const CONCURRENCY = 2;

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
      const outcome = await runCommand(check.command);
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
