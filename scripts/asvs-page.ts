import { existsSync } from "node:fs";
import { join } from "node:path";
import { withoutIds } from "./conformance-page.ts";
import { readText } from "./list-files.ts";
import type { TestTitle } from "./read-test-titles.ts";
import { ROOT } from "./run-command.ts";

/** A requirement of OWASP ASVS 5.0, in our words. It has one of the three results. */
export type Requirement = {
  id: string;
  level: number;
  text: string;
  /** What shows it: the path of a test, with " › " and its title; or of a document or source. */
  holds?: readonly string[];
  /** Why there is nothing that it could apply to. */
  notApplicable?: string;
  /** What is missing. */
  notYet?: string;
};
export type Chapter = { chapter: string; requirements: readonly Requirement[] };

export const asvsPage = "docs/security/asvs.md";

export function readChapters(): Chapter[] {
  return JSON.parse(readText("scripts/asvs-requirements.json")) as Chapter[];
}

/** What is wrong with the table: results that are missing or doubled, tests that do not exist. */
export function findAsvsProblems(
  chapters: readonly Chapter[],
  titles: readonly TestTitle[],
): string[] {
  const all = chapters.flatMap(({ requirements }) => requirements);
  const known = new Set(
    titles.map(({ path, blocks, title }) =>
      [path, ...[...blocks, title].map(withoutIds)].join(" › "),
    ),
  );
  return all.flatMap((requirement, index) => {
    const { id, level, holds } = requirement;
    const results = resultNames.filter((name) => requirement[name] !== undefined);
    return [
      ...(all.findIndex((other) => other.id === id) === index ? [] : ["is there twice"]),
      ...(results.length === 1 ? [] : ["needs one result"]),
      ...(level === 1 || level === 2 ? [] : ["is not of level 1 or 2"]),
      ...(holds?.length === 0 ? ["holds by nothing"] : []),
      ...(holds ?? []).flatMap((evidence) => missingEvidence(evidence, known)),
    ].map((problem) => `${id}: ${problem}`);
  });
}

const resultNames = ["holds", "notApplicable", "notYet"] as const;

function missingEvidence(evidence: string, known: ReadonlySet<string>): string[] {
  const path = evidence.split(" › ", 1)[0] ?? "";
  if (!existsSync(join(ROOT, path))) return [`${path} does not exist`];
  return path === evidence || known.has(evidence) ? [] : [`no test "${evidence}"`];
}

export function renderAsvs(chapters: readonly Chapter[]): string {
  const counts = chapters.map(({ chapter, requirements }) => [chapter, ...count(requirements)]);
  const total = count(chapters.flatMap(({ requirements }) => requirements));
  return [
    "# OWASP ASVS 5.0, levels 1 and 2",
    "",
    "Each requirement of the [Application Security Verification Standard 5.0](https://github.com/OWASP/ASVS), in our words, and whether Rokad keeps it. _Holds_ names the test that fails when it no longer does, or the document or source where you can read it. _Not applicable_ and _not yet_ give the reason.",
    "",
    "`npm run asvs` generates this page from `scripts/asvs-requirements.json`. `npm run check` fails when a test that it names does not exist.",
    "",
    "| chapter | holds | not applicable | not yet |",
    "| --- | --- | --- | --- |",
    ...counts.map((cells) => `| ${cells.join(" | ")} |`),
    `| **all** | ${total.map((number) => `**${number}**`).join(" | ")} |`,
    ...chapters.flatMap(({ chapter, requirements }) => [
      "",
      `## ${chapter}`,
      "",
      "| id | level | requirement | result |",
      "| --- | --- | --- | --- |",
      ...requirements.map(
        (each) =>
          `| ${each.id} | ${each.level} | ${[each.text, resultOf(each)].map(escapeCell).join(" | ")} |`,
      ),
    ]),
    "",
  ].join("\n");
}

function count(requirements: readonly Requirement[]): number[] {
  return resultNames.map(
    (name) => requirements.filter((requirement) => requirement[name] !== undefined).length,
  );
}

function resultOf({ holds, notApplicable, notYet }: Requirement): string {
  if (notApplicable) return `not applicable: ${notApplicable}`;
  if (notYet) return `**not yet**: ${notYet}`;
  return `holds: ${(holds ?? []).map(renderEvidence).join("; ")}`;
}

function renderEvidence(evidence: string): string {
  const [path, ...title] = evidence.split(" › ");
  return title.length === 0 ? `\`${path}\`` : `\`${path}\` "${title.join(" › ")}"`;
}

function escapeCell(text: string): string {
  return text.replaceAll("|", String.raw`\|`);
}
