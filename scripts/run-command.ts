import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";

/** The root of the checkout, whatever the current directory is. */
export const ROOT = join(import.meta.dirname, "..");

/** How a command ended; `output` is empty when it was shown as it came. */
export type Outcome = { ok: boolean; output: string; seconds: number };

/**
 * Runs a command of node_modules/.bin or the system from the root.
 * With `show` its output goes to the terminal as it comes, else it is kept.
 */
export function runCommand(
  [program = "", ...args]: readonly string[],
  options: { show?: boolean; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve) => {
    const output: Buffer[] = [];
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: options.show === true ? "inherit" : ["ignore", "pipe", "pipe"],
      env: { ...process.env, PATH: withBinaries(process.env["PATH"]), ...options.env },
    });
    child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
    const finish = (ok: boolean, said: string) => {
      resolve({ ok, output: said, seconds: (performance.now() - started) / 1000 });
    };
    child.once("error", (error) => finish(false, error.message));
    child.once("close", (code) => finish(code === 0, Buffer.concat(output).toString("utf8")));
  });
}

/** So that a script works without npm, and always on the Node that package.json pins. */
function withBinaries(path = ""): string {
  return [join(ROOT, "node_modules", ".bin"), path].join(delimiter);
}
