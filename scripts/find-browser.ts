import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { runCommand } from "./run-command.ts";

const INSTALLED = [
  // The same engine without windows: journeys take a fifth less processor time than in the others.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A Chromium that starts: the system's, or Playwright's, or null. */
export function findBrowser(): string | null {
  return [...INSTALLED, chromium.executablePath()].find(starts) ?? null;
}

/**
 * Finds a Chromium, or installs one with Playwright or, as root, with apt-get.
 * @throws with the output of each attempt.
 */
export async function ensureBrowser(): Promise<string> {
  const installed = findBrowser();
  if (installed !== null) return installed;

  const failures: string[] = [];
  for (const command of installCommands()) {
    console.log(`No Chromium found. Trying ${command.join(" ")} …`);
    const { ok, output } = await runCommand(command, {
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
    const browser = findBrowser();
    if (browser !== null) return browser;
    failures.push(
      `${command.join(" ")}: ${ok ? "done, but no Chromium starts" : output.trim().slice(-500)}`,
    );
  }
  throw new Error(
    `The browser tests need Chromium, and its installation failed.\n${failures.join("\n")}`,
  );
}

function installCommands(): string[][] {
  const withPlaywright = [["playwright", "install", "chromium"]];
  if (process.getuid?.() !== 0) return withPlaywright;
  return [
    ...withPlaywright,
    // The browser may be installed but lack system libraries.
    ["playwright", "install-deps", "chromium"],
    ["apt-get", "update"],
    ["apt-get", "install", "-y", "--no-install-recommends", "chromium-headless-shell"],
    ["apt-get", "install", "-y", "--no-install-recommends", "chromium"],
  ];
}

/** A file may exist without starting: a library is missing, or Ubuntu has only a snap stub. */
function starts(path: string): boolean {
  return (
    existsSync(path) &&
    spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0
  );
}
