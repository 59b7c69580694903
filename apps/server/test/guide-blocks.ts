import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { World } from "./world.ts";

/** A code block of a guide. */
export interface Block {
  readonly language: string;
  readonly code: string;
}

/** The code blocks of a guide for integrators, such as `first-payout`, in their order. */
export async function blocksOf(guide: string): Promise<Block[]> {
  const path = join(import.meta.dirname, `../../../docs/integrate/${guide}.md`);
  const text = await readFile(path, "utf8");
  return [...text.matchAll(/^```(\w+)\n([^`]*(?:`(?!``)[^`]*)*)^```$/gm)].map(
    ([, language = "", code = ""]) => ({ language, code }),
  );
}

/** The file name in the first line of a block: `// pay.mjs` or `# pay.py`. */
export function fileNameOf({ code }: Block): string {
  return /^(?:\/\/|#) (\S+)/.exec(code)?.[1] ?? "";
}

/** Runs a block in a shell; exports of earlier blocks are in `env`. */
export async function runShell(
  code: string,
  { folder, env }: { folder: string; env: Readonly<Record<string, string>> },
): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-ec", code], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  return stdout;
}

/** The bank answers while a program waits for it. */
export async function whileBankWorks<T>(
  world: Pick<World, "work">,
  program: () => Promise<T>,
): Promise<T> {
  let isRunning = true;
  const running = program().finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    await world.work();
    await Promise.race([running.catch(() => undefined), pause(50)]);
  }
  return running;
}
