// `npm run test:python`: the Python SDK in a virtual environment of its own. Its generated code is current,
// its types hold, its tests pass, and its guide pays on a real server. Exit code 2: there is no Python.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  PYTHON_SDK,
  virtualEnvironment,
  type VirtualEnvironment,
} from "./python-sdk/virtual-environment.ts";
import { COMMITTED, GENERATED_FILES, writePython } from "./python-sdk/write-python.ts";
import { ROOT, runCommand } from "./run-command.ts";

const environment = virtualEnvironment();
if (typeof environment === "string") {
  console.error(`The Python SDK was NOT tested: ${environment}`);
  process.exitCode = 2;
} else {
  process.exitCode = (await isCurrent(environment)) && (await passes(environment)) ? 0 : 1;
}

async function isCurrent(python: VirtualEnvironment): Promise<boolean> {
  const scratch = await mkdtemp(join(tmpdir(), "sdk-python-"));
  try {
    await writePython(scratch, python);
    for (const name of GENERATED_FILES) {
      const [expected, current] = await Promise.all(
        [scratch, COMMITTED].map((folder) => readFile(join(folder, name), "utf8")),
      );
      if (current === expected) continue;
      console.error(`${join(COMMITTED, name)} is stale: run \`npm run sdk:python\`, commit it`);
      return false;
    }
    return true;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function passes({ bin }: VirtualEnvironment): Promise<boolean> {
  const cache = join(ROOT, ".cache/python-checks");
  const inSdk = (tool: string, ...args: string[]) => [
    "sh",
    "-c",
    `cd "$0" && exec "$@"`,
    PYTHON_SDK,
    join(bin, tool),
    ...args,
  ];
  const steps = [
    inSdk("ruff", "check", "--no-cache", "-q"),
    inSdk("ruff", "format", "--no-cache", "-q", "--check"),
    inSdk("mypy", "--cache-dir", cache),
    inSdk("python", "-m", "pytest"),
    ["vitest", "run", "--project=python"],
  ];
  for (const step of steps) {
    const { ok } = await runCommand(step, { show: true, env: { PYTHONDONTWRITEBYTECODE: "1" } });
    if (!ok) return false;
  }
  return true;
}
