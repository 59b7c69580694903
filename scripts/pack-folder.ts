import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Outcome, ROOT, runCommand } from "./run-command.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/** The package.json of a workspace. */
export async function readManifest(workspace: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, workspace, "package.json"), "utf8")) as Manifest;
}

/** Writes the package.json of what is packed: the workspace's own points to its sources. */
export async function writeManifest(folder: string, manifest: object): Promise<void> {
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Copies the licence, a guide as README.md, and the guides that it points to. */
export async function copyDocuments(
  folder: string,
  { readme, others }: { readme: string; others: readonly string[] },
): Promise<void> {
  await copyFile(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  await copyFile(join(ROOT, "docs/integrate", readme), join(folder, "README.md"));
  for (const name of others) await copyFile(join(ROOT, "docs/integrate", name), join(folder, name));
}

/** @returns the path of the archive, such as rokad-sdk-0.1.0.tgz. */
export async function packFolder(folder: string, into: string): Promise<string> {
  await mkdir(into, { recursive: true });
  const outcome = await runCommand(["npm", "pack", folder, "--json", "--pack-destination", into]);
  requireSuccess(outcome);
  const [packed] = JSON.parse(outcome.output.slice(outcome.output.indexOf("["))) as [
    { filename: string },
  ];
  return join(into, packed.filename);
}

/** @throws with the output of a failed command. */
export function requireSuccess({ ok, output }: Outcome): void {
  if (!ok) throw new Error(output);
}
