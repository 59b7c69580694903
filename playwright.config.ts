import { defineConfig } from "@playwright/test";
import type { Looks } from "./e2e/sound.ts";
import { findBrowser } from "./scripts/find-browser.ts";

const executablePath = findBrowser();

/** The files that the sweep runs in every look, and the journeys that only the sweep runs. */
const ofSweep = /(every-screen|every-dialog|widths)\.e2e\.ts|@sweep/;

export default defineConfig<{ looks: Looks }>({
  testDir: "e2e",
  testMatch: "*.e2e.ts",
  outputDir: "test-results",
  globalSetup: "./apps/server/test/playwright-setup.ts",
  // Each file of journeys has a server and a database of its own. Two cores carry three: two wait a
  // twelfth of the time, for answers, timers and the last file.
  workers: 3,
  // One slow second does not fail an hour's run. A journey that passes at its second attempt is
  // reported as flaky, and more than three of them fail `npm test`.
  retries: 1,
  forbidOnly: true,
  // For what hangs. A wait ends when its condition holds.
  timeout: 3 * 60_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  projects: [
    { name: "journeys", grepInvert: /@sweep/, use: { looks: "one" } },
    { name: "sweep", grep: ofSweep, timeout: 15 * 60_000, use: { looks: "all" } },
  ],
  use: {
    // A control that is covered or hidden fails its click by name, not the journey by its limit.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // A trace films every journey to keep the few that fail: a quarter of the time of all. What fails
    // leaves a picture and its page in words; `npx playwright test e2e/x.e2e.ts --trace on` films one.
    trace: "off",
    // One browser window a worker, emptied of all it knows between journeys: a new one each time
    // loads and compiles the whole console again, a third of a journey's processor time.
    reuseContext: true,
    // Painting what moves takes a twelfth of a journey's processor time without a graphics card.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
