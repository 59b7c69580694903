// `node scripts/openapi.ts` writes openapi.json, so that a diff shows changes of the contract. It is
// formatted as everything else; `npm run check` fails if it is stale (openapi.test.ts) or not formatted.
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openApiDocument } from "@rokad/contract/openapi";

const root = join(import.meta.dirname, "..");
// The formatter keeps an object that is written on several lines, and joins nothing.
await writeFile(join(root, "openapi.json"), JSON.stringify(openApiDocument()));
execFileSync(join(root, "node_modules/.bin/oxfmt"), ["openapi.json"], { cwd: root });
