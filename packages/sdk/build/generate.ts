// `npm run sdk` writes src/generated from openapi.json: the calls that API keys may make.
// `--check` fails if the folder is stale.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire, registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { errorCodesForPrograms, programDocument, type ApiDocument } from "./program-document.ts";

const committed = join(import.meta.dirname, "../src/generated");
const openApi = join(import.meta.dirname, "../../../openapi.json");
const document = JSON.parse(await readFile(openApi, "utf8")) as ApiDocument;

if (process.argv.includes("--check")) {
  const scratch = await mkdtemp(join(tmpdir(), "sdk-"));
  try {
    await generate(scratch);
    const [current, expected] = await Promise.all([readFolder(committed), readFolder(scratch)]);
    if (JSON.stringify(current) !== JSON.stringify(expected)) {
      process.stderr.write("packages/sdk/src/generated is stale: run `npm run sdk`, commit it\n");
      process.exitCode = 1;
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
} else {
  await generate(committed);
}

async function generate(folder: string): Promise<void> {
  useTypeScriptWithCompilerApi();
  const { createClient } = await import("@hey-api/openapi-ts");
  await createClient({
    input: { ...programDocument(document) },
    logs: { level: "silent", file: false },
    // Leaves out the shapes that only calls of people use.
    parser: { filters: { orphans: false } },
    output: {
      path: folder,
      clean: true,
      entryFile: false,
      fileName: { suffix: ".generated" },
      module: { extension: ".ts" },
    },
    plugins: [
      "@hey-api/typescript",
      {
        name: "@hey-api/sdk",
        auth: false,
        operations: { strategy: "single", containerName: "ProgramCalls", methods: "instance" },
        responseStyle: "data",
      },
      { name: "@hey-api/client-fetch", throwOnError: true },
    ],
  });
  const codes = errorCodesForPrograms(document).map((code) => `\n  | "${code}"`);
  await writeFile(
    join(folder, "error-codes.generated.ts"),
    `/** Every code that a program can get. Later versions may add codes. */\nexport type ErrorCode =${codes.join("")};\n`,
  );
}

/** The repository's TypeScript 7 has no API yet; the generator gets the one of this package. */
function useTypeScriptWithCompilerApi(): void {
  const typescript = pathToFileURL(createRequire(import.meta.url).resolve("typescript")).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === "typescript" ? typescript : specifier, context),
  });
}

/** Each file's path with its text, sorted. */
async function readFolder(folder: string): Promise<[path: string, text: string][]> {
  const paths = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = paths
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .toSorted();
  return Promise.all(
    files.map(async (path): Promise<[string, string]> => [
      path,
      await readFile(join(folder, path), "utf8"),
    ]),
  );
}
