import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Two cores are what a small machine has; each worker also keeps PostgreSQL busy.
    maxWorkers: 2,
    // A claim that is switched off is a claim nobody checks: `npm test` also fails on skipped tests.
    allowOnly: false,
    // How long a wait may take before it is a failure; a slow machine needs more than vitest's 1 s.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "packages/**/*.test.ts",
            "apps/web/**/*.test.{ts,tsx}",
            "scripts/**/*.test.ts",
            "prove/**/*.test.ts",
          ],
          exclude: ["scripts/logged.test.ts"],
        },
      },
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
          // Files share the modules of their worker: loading the server 190 times took a third of
          // the time. So a file leaves no state in a module that the next one could stumble over.
          isolate: false,
          globalSetup: "apps/server/test/vitest-setup.ts",
          setupFiles: "apps/server/test/log-setup.ts",
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
