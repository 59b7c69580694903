import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { readManifest, requireSuccess } from "./pack-folder.ts";
import { PYTHON_SDK, type VirtualEnvironment } from "./python-sdk/virtual-environment.ts";
import { runCommand } from "./run-command.ts";

/**
 * Writes the wheel of the Python SDK into a folder. It has the version of the TypeScript SDK.
 * @returns the wheel's path.
 */
export async function packPython(into: string, { bin }: VirtualEnvironment): Promise<string> {
  await mkdir(into, { recursive: true });
  const pip = [join(bin, "python"), "-m", "pip", "--disable-pip-version-check"];
  const build = ["wheel", "--no-deps", "--no-build-isolation", "-q", "-w", into, PYTHON_SDK];
  requireSuccess(await runCommand([...pip, ...build]));
  const { version } = await readManifest("packages/sdk");
  const wheel = join(into, `rokad-${version}-py3-none-any.whl`);
  if (!existsSync(wheel)) throw new Error(`pyproject.toml must have the version ${version}`);
  return wheel;
}
