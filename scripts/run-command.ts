import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";

/** The root of the checkout. */
export const ROOT = join(import.meta.dirname, "..");

/** The result of a command; `output` is empty if it was shown. */
export type Outcome = { ok: boolean; output: string; seconds: number };

/**
 * Runs a command of node_modules/.bin or the system in the root. With `show`, its output goes to the
 * terminal; otherwise it is collected.
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
    const finish = (ok: boolean, text: string) => {
      resolve({ ok, output: text, seconds: (performance.now() - started) / 1000 });
    };
    child.once("error", (error) => finish(false, error.message));
    child.once("close", (code) => finish(code === 0, Buffer.concat(output).toString("utf8")));
  });
}

/** Lets a script work without npm, with the Node that package.json pins. */
function withBinaries(path = ""): string {
  return [join(ROOT, "node_modules", ".bin"), path].join(delimiter);
}
