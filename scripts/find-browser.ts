import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { runCommand } from "./run-command.ts";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A Chromium that starts on this machine: the system's, else the one Playwright fetched; null when there is none. */
export function findBrowser(): string | null {
  return [...INSTALLED, chromium.executablePath()].find(starts) ?? null;
}

/**
 * Finds a Chromium, or fetches one: with Playwright, else as root with apt-get.
 * @throws what was tried, when nothing worked
 */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser();
  if (found !== null) return found;

  const tried: string[] = [];
  for (const command of waysToInstall()) {
    console.log(`No Chromium on this machine yet; trying ${command.join(" ")} …`);
    const { ok, output } = await runCommand(command, {
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
    const browser = findBrowser();
    if (browser !== null) return browser;
    tried.push(
      `${command.join(" ")}: ${ok ? "done, but no Chromium starts" : output.trim().slice(-500)}`,
    );
  }
  throw new Error(`The journeys need Chromium, and none could be had.\n${tried.join("\n")}`);
}

function waysToInstall(): string[][] {
  const withPlaywright = [["playwright", "install", "chromium"]];
  if (process.getuid?.() !== 0) return withPlaywright;
  return [
    ...withPlaywright,
    // The browser may be there by now and lack the system's libraries.
    ["playwright", "install-deps", "chromium"],
    ["apt-get", "update"],
    ["apt-get", "install", "-y", "--no-install-recommends", "chromium"],
  ];
}

/** A browser that lacks a library, or Ubuntu's pointer to a snap that isn't there, exists but doesn't start. */
function starts(path: string): boolean {
  return (
    existsSync(path) &&
    spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0
  );
}
