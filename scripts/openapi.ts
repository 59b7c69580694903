// `node scripts/openapi.ts` writes openapi.json, the contract as a snapshot whose changes show
// in a diff. `--check` fails when the snapshot is stale.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openApiDocument } from "@rokad/contract/openapi";

const file = join(import.meta.dirname, "../openapi.json");
const fresh = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (!process.argv.includes("--check")) {
  await writeFile(file, fresh);
} else if ((await readFile(file, "utf8").catch(() => "")) !== fresh) {
  process.stderr.write("openapi.json is stale: run `node scripts/openapi.ts` and commit it\n");
  process.exitCode = 1;
}
