import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Each takes longer than a hundred others: first, so that in the end no worker waits for one of them. */
const longest =
  /\/(crash|servers|agents-batches|call-permissions|fault-matrix|acceptance|shuffled|fuzz|rotate-encryption-key)\.test\.ts$/;

/**
 * Ten kills of a process, thousands of lines, and a packed program: minutes each, in the sweep. Of a
 * crash, `npm test` has the short proof, which kills servers and workers and plays all at once.
 */
const sweepFiles = "apps/server/**/{crash,servers,acceptance,shuffled,cli-guide}.test.ts";

/** In every project with properties. */
const propertySeed = "scripts/testing/property-seed.ts";

/** Tests of the sources themselves, which `npm run check` runs. */
const rules =
  "scripts/{boundaries,doc-links,house-rules,banned-words,conformance,asvs,regular-expressions,shipped-packages,way-of-a-payout}.test.ts";

/** Needs LibreOffice: `npm run test:spreadsheets`. */
const spreadsheets = "apps/server/src/files/round-trip.test.ts";

/** Needs Python: `npm run test:python`. */
const python = "apps/server/test/python-guide.test.ts";

const isShuffled = process.argv.some((word) => word.startsWith("--sequence.shuffle"));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of this class, not of an array
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    // One more than the two cores of a small machine: tests wait for servers, leases and the database,
    // and with two workers a third of the processor time stays unused.
    maxWorkers: 3,
    // A claim that is switched off is a claim nobody checks: `npm test` also fails on skipped tests.
    allowOnly: false,
    ...(isShuffled ? {} : { sequence: { sequencer: LongestFirst } }),
    // For what hangs. A wait ends when its condition holds, and no test takes ten seconds alone.
    testTimeout: 2 * 60_000,
    hookTimeout: 2 * 60_000,
    expect: { poll: { timeout: 60_000 } },
    // `--changed` follows imports, and these are read otherwise.
    forceRerunTriggers: [
      "**/package.json",
      "**/vitest.config.ts",
      "**/db/**/*.sql",
      "**/apps/server/test/vitest-setup.ts",
    ],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          isolate: false,
          include: [
            "packages/**/*.test.ts",
            "apps/web/**/*.test.{ts,tsx}",
            "scripts/**/*.test.ts",
            "simulation/**/*.test.ts",
            "bench/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", rules, "scripts/logged.test.ts"],
          setupFiles: propertySeed,
        },
      },
      { extends: true, test: { name: "rules", include: [rules] } },
      {
        extends: true,
        // Reads what all the others made the server log: the last stage of `npm test`.
        test: { name: "logged", include: ["scripts/logged.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "database",
          include: ["apps/server/**/*.test.ts"],
          exclude: ["**/node_modules/**", sweepFiles, spreadsheets, python],
          // Files share the modules of their worker: loading the server 190 times took a third of
          // the time. So a file leaves no state in a module that the next one could stumble over.
          isolate: false,
          globalSetup: "apps/server/test/vitest-setup.ts",
          setupFiles: ["apps/server/test/log-setup.ts", propertySeed],
        },
      },
      {
        extends: true,
        test: {
          name: "spreadsheets",
          include: [spreadsheets],
          isolate: false,
          globalSetup: "apps/server/test/vitest-setup.ts",
          setupFiles: "apps/server/test/log-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "python",
          include: [python],
          isolate: false,
          globalSetup: "apps/server/test/vitest-setup.ts",
          setupFiles: "apps/server/test/log-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "sweep",
          include: [sweepFiles],
          isolate: false,
          testTimeout: 15 * 60_000,
          globalSetup: "apps/server/test/vitest-setup.ts",
          setupFiles: "apps/server/test/log-setup.ts",
        },
      },
    ],
  },
});
