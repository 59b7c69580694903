import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { ROOT } from "./run-command.ts";

/** What is installed, generated, or a person's own; the same as in .gitignore. */
const SKIPPED = new Set([
  ".git",
  ".data",
  ".cache",
  ".env",
  "node_modules",
  "dist",
  "coverage",
  "test-results",
  "playwright-report",
]);

/** Every file of the project below a folder, as paths from the root; without git, so that an unpacked archive has the same checks. */
export function listFiles(folder = "."): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (SKIPPED.has(entry.name) || entry.name.endsWith(".log")) return [];
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

/** The TypeScript and JavaScript among them. */
export function listSources(folder = "."): string[] {
  return listFiles(folder).filter((path) => /\.(ts|tsx|mts|mjs|js)$/.test(path));
}

/** A file's text. */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
