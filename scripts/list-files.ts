import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { ROOT } from "./run-command.ts";

/** Installed, generated and personal files: the list in .gitignore, and what a generator wrote. */
const SKIPPED = new Set([
  ".git",
  ".data",
  ".cache",
  "__pycache__",
  ".env",
  "node_modules",
  "dist",
  "coverage",
  "test-results",
  "playwright-report",
  "generated",
]);

/** All files in a folder, as paths from the root. Works without git, as in an unpacked archive. */
export function listFiles(folder = ".", root = ROOT): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (SKIPPED.has(entry.name) || entry.name.endsWith(".log")) return [];
    return entry.isDirectory() ? listFiles(path, root) : [path];
  });
}

/** The TypeScript and JavaScript files in a folder. */
export function listSources(folder = ".", root = ROOT): string[] {
  return listFiles(folder, root).filter((path) => /\.(ts|tsx|mts|mjs|js)$/.test(path));
}

export function readText(path: string, root = ROOT): string {
  return readFileSync(join(root, path), "utf8");
}
