import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { copyDocuments, packFolder, readManifest, writeManifest } from "./pack-folder.ts";
import { ROOT } from "./run-command.ts";

interface Program {
  /** Its `src/main.ts` is the program. */
  readonly workspace: string;
  /** The command that the archive installs. */
  readonly command: string;
  /** The guide that becomes README.md, and those that it points to. */
  readonly readme: string;
  readonly guides: readonly string[];
}

/** The command line, with the SDK in it. @returns the archive's path. */
export async function packCli(into: string): Promise<string> {
  return packProgram(into, {
    workspace: "packages/cli",
    command: "rokad",
    readme: "cli.md",
    guides: ["bulk.md", "errors.md", "first-payout.md", "sdk.md"],
  });
}

/** The server for agents, with the SDK and the protocol in it. @returns the archive's path. */
export async function packMcp(into: string): Promise<string> {
  return packProgram(into, {
    workspace: "packages/mcp",
    command: "rokad-mcp",
    readme: "agents.md",
    guides: ["errors.md", "first-payout.md"],
  });
}

/** Bundles a program into one file and writes its archive, which has no dependencies. */
async function packProgram(into: string, program: Program): Promise<string> {
  const { workspace, command, readme, guides } = program;
  const folder = await mkdtemp(join(tmpdir(), `${command}-`));
  try {
    await bundle(join(ROOT, workspace, "src/main.ts"), join(folder, `dist/${command}.js`));
    const { name, version, description, license } = await readManifest(workspace);
    await writeManifest(folder, {
      name,
      version,
      description,
      license,
      type: "module",
      engines: { node: ">=20" },
      bin: { [command]: `./dist/${command}.js` },
      files: ["dist", ...guides],
    });
    await copyDocuments(folder, { readme, others: guides });
    return await packFolder(folder, into);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a program with all that it uses as one file, which runs without other packages. */
async function bundle(input: string, file: string): Promise<void> {
  const build = await rolldown({ input, platform: "node" });
  try {
    await build.write({ file, banner: "#!/usr/bin/env node" });
  } finally {
    await build.close();
  }
}
