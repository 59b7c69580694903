import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../run-command.ts";

export const PYTHON_SDK = join(ROOT, "packages/sdk-python");

/** The packages that programs get with the SDK; the guide's test installs it without a network. */
const runtimePackages = ["httpx", "typing_extensions"];

export interface VirtualEnvironment {
  /** The folder of its programs. */
  readonly bin: string;
  /** Wheels of what the SDK needs. */
  readonly wheels: string;
}

/**
 * Creates .cache/python with the versions of requirements.txt, again whenever they or Python change.
 * @returns why there is none, in a sentence.
 */
export function virtualEnvironment(): VirtualEnvironment | string {
  const python = findPython();
  if (python === undefined) return "There is no Python 3.10 or newer with its module venv.";
  const requirements = join(PYTHON_SDK, "requirements.txt");
  const content = `${python.version}\n${readFileSync(requirements, "utf8")}`;
  const folder = join(ROOT, ".cache/python");
  const environment = { bin: join(folder, "bin"), wheels: join(folder, "wheels") };
  const complete = join(folder, "complete");
  if (existsSync(complete) && readFileSync(complete, "utf8") === content) return environment;
  rmSync(folder, { recursive: true, force: true });
  const pip = (...args: string[]) =>
    run(join(folder, "bin/python"), ["-m", "pip", ...args, "--disable-pip-version-check", "-q"]);
  const isInstalled =
    run(python.program, ["-m", "venv", folder]) &&
    pip("install", "-r", requirements) &&
    pip("download", "-d", environment.wheels, "-c", requirements, ...runtimePackages);
  if (!isInstalled) return "pip could not install packages/sdk-python/requirements.txt.";
  writeFileSync(complete, content);
  return environment;
}

function findPython(): { program: string; version: string } | undefined {
  const code =
    "import sys, venv, ensurepip; assert sys.version_info >= (3, 10); print(sys.version, sys.platform)";
  const program = "python3";
  const { status, stdout } = spawnSync(program, ["-c", code], { encoding: "utf8" });
  return status === 0 ? { program, version: stdout.trim() } : undefined;
}

function run(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}
