// `npm run conformance` writes docs/conformance.md from the rows and the titles of the tests.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  conformancePage,
  findProblems,
  readAllTitles,
  readSections,
  renderPage,
} from "./conformance-page.ts";
import { ROOT } from "./run-command.ts";

const sections = readSections();
const titles = readAllTitles();
writeFileSync(join(ROOT, conformancePage), renderPage(sections, titles));
const problems = findProblems(sections, titles);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
