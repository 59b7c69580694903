// `node scripts/openapi.ts` writes openapi.json, so that a diff shows changes of the contract.
// `--check` fails if the file is stale.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openApiDocument } from "@rokad/contract/openapi";

const file = join(import.meta.dirname, "../openapi.json");
const current = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (!process.argv.includes("--check")) {
  await writeFile(file, current);
} else if ((await readFile(file, "utf8").catch(() => "")) !== current) {
  process.stderr.write("openapi.json is stale: run `node scripts/openapi.ts` and commit it\n");
  process.exitCode = 1;
}
