import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";

/** The root of the checkout. */
export const ROOT = join(import.meta.dirname, "..");

/** How long an aborted command has to end itself before it is killed. */
const stopSeconds = 20;

export type Outcome = { ok: boolean; output: string; seconds: number };

/**
 * Runs a command of node_modules/.bin or the system in the root and collects its output. With `show`,
 * the terminal shows the output too. When `signal` aborts, the command and its children are stopped.
 */
export function runCommand(
  [program = "", ...args]: readonly string[],
  options: { show?: boolean; env?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Outcome> {
  const { show = false, env, signal } = options;
  const started = performance.now();
  return new Promise((resolve) => {
    const output: Buffer[] = [];
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that a signal reaches the whole tree.
      detached: signal !== undefined,
      env: {
        ...process.env,
        ...(show && process.stdout.isTTY && { FORCE_COLOR: "1" }),
        PATH: withBinaries(process.env["PATH"]),
        ...env,
      },
    });
    child.stdout.on("data", (chunk: Buffer) => {
      output.push(chunk);
      if (show) process.stdout.write(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      output.push(chunk);
      if (show) process.stderr.write(chunk);
    });
    const stop = () => {
      killGroup(child.pid, "SIGTERM");
      setTimeout(() => killGroup(child.pid, "SIGKILL"), stopSeconds * 1000).unref();
    };
    signal?.addEventListener("abort", stop);
    const finish = (ok: boolean, text: string) => {
      signal?.removeEventListener("abort", stop);
      resolve({ ok, output: text, seconds: (performance.now() - started) / 1000 });
    };
    child.once("error", (error) => finish(false, error.message));
    child.once("close", (code) => finish(code === 0, Buffer.concat(output).toString("utf8")));
  });
}

function killGroup(pid: number | undefined, signal: "SIGTERM" | "SIGKILL"): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // The group has ended already.
  }
}

/** Lets a script work without npm, with the Node that package.json pins. */
function withBinaries(path = ""): string {
  return [join(ROOT, "node_modules", ".bin"), path].join(delimiter);
}
