import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./list-files.ts";
import { type Outcome, ROOT, runCommand } from "./run-command.ts";

const DIST = join(ROOT, "apps/web/dist");
const STAMP = join(DIST, ".built-from");

/** Builds the console. */
export async function buildWeb(options: { show: boolean }): Promise<Outcome> {
  const inputs = hashInputs();
  const outcome = await runCommand(["vite", "build", "apps/web"], options);
  // Hashed before the build, so that a file saved during the build makes it stale.
  if (outcome.ok) writeFileSync(STAMP, inputs);
  return outcome;
}

/** Whether the sources or dependencies have changed since the console was built. */
export function isWebStale(): boolean {
  if (!existsSync(STAMP) || !existsSync(join(DIST, "index.html"))) return true;
  return readFileSync(STAMP, "utf8") !== hashInputs();
}

function hashInputs(): string {
  const hash = createHash("sha256");
  const paths = [
    ...listFiles("apps/web"),
    ...listFiles("packages"),
    "package-lock.json",
  ].toSorted();
  for (const path of paths)
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(ROOT, path)));
  return hash.digest("hex");
}
