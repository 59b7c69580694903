import { runCommand } from "./run-command.ts";

/** One's own work: what is not committed, and the commits that the main branch doesn't have. */
export interface Changes {
  /** The commit that it began from. */
  readonly base: string;
  /** Paths from the root. */
  readonly files: readonly string[];
}

/** @throws when this is not a checkout of git. */
export async function findChanges(): Promise<Changes> {
  const base = await baseCommit();
  const committed = await linesOf(["git", "diff", "--name-only", base]);
  const untracked = await linesOf(["git", "ls-files", "--others", "--exclude-standard"]);
  return { base, files: [...new Set([...committed, ...untracked])].toSorted() };
}

async function baseCommit(): Promise<string> {
  for (const main of ["origin/main", "main", "HEAD"]) {
    const { ok, output } = await runCommand(["git", "merge-base", main, "HEAD"]);
    if (ok) return output.trim();
  }
  throw new Error("--changed compares with git, and this is not a checkout.");
}

async function linesOf(command: readonly string[]): Promise<string[]> {
  const { ok, output } = await runCommand(command);
  if (!ok) throw new Error(output);
  return output.split("\n").filter(Boolean);
}
