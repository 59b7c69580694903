// `npm run asvs` writes docs/security/asvs.md from the table of requirements.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { asvsPage, findAsvsProblems, readChapters, renderAsvs } from "./asvs-page.ts";
import { readAllTitles } from "./conformance-page.ts";
import { ROOT } from "./run-command.ts";

const chapters = readChapters();
writeFileSync(join(ROOT, asvsPage), renderAsvs(chapters));
const problems = findAsvsProblems(chapters, readAllTitles());
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
