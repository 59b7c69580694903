import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  copyDocuments,
  packFolder,
  readManifest,
  requireSuccess,
  writeManifest,
} from "./pack-folder.ts";
import { runCommand } from "./run-command.ts";

/** What the README and the errors of the SDK point to. */
const guides = ["errors.md", "first-payout.md", "webhooks.md"];

/**
 * Compiles the SDK and writes its archive, which has no dependencies, into a folder.
 * @returns the archive's path.
 */
export async function packSdk(into: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "rokad-sdk-"));
  try {
    const outDir = join(folder, "dist");
    requireSuccess(
      await runCommand(["tsc", "-p", "packages/sdk/tsconfig.build.json", "--outDir", outDir]),
    );
    const { name, version, description, license } = await readManifest("packages/sdk");
    await writeManifest(folder, {
      name,
      version,
      description,
      license,
      type: "module",
      sideEffects: false,
      engines: { node: ">=20" },
      exports: { ".": { types: "./dist/rokad.d.ts", default: "./dist/rokad.js" } },
      files: ["dist", ...guides],
    });
    await copyDocuments(folder, { readme: "sdk.md", others: guides });
    return await packFolder(folder, into);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
