import { existsSync } from "node:fs";
import { join } from "node:path";
import { readText } from "./list-files.ts";
import { listTestFiles, readTestTitles, type TestTitle } from "./read-test-titles.ts";
import { ROOT } from "./run-command.ts";

/** A statement of the specification. Its id stands in the titles of the tests that show it. */
export type Row = {
  id: string;
  statement: string;
  /** The files that keep it. */
  where?: readonly string[];
  /** Why no test shows it. */
  reason?: string;
};
export type Section = { section: string; rows: readonly Row[] };

/** A test with ids: "credits once [7.12, 7.14–16]". */
export type Claim = { path: string; title: string; ids: readonly string[] };

export const conformancePage = "docs/conformance.md";

export function readSections(): Section[] {
  return JSON.parse(readText("scripts/conformance-rows.json")) as Section[];
}

export function readAllTitles(): TestTitle[] {
  return listTestFiles().flatMap((path) => readTestTitles(path));
}

export function findProblems(sections: readonly Section[], titles: readonly TestTitle[]): string[] {
  const rows = sections.flatMap((section) => section.rows);
  const claims = readClaims(titles);
  const known = new Set(rows.map(({ id }) => id));
  const claimed = new Set(claims.flatMap(({ ids }) => ids));
  return [
    ...rows
      .filter(({ id }, index) => rows.findIndex((row) => row.id === id) !== index)
      .map(({ id }) => `${id}: two rows have this id`),
    ...rows.flatMap(({ id, reason, where = [] }) => [
      ...(!claimed.has(id) && !reason ? [`${id}: neither a test nor a reason`] : []),
      ...(claimed.has(id) && reason ? [`${id}: both a test and a reason`] : []),
      ...where
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${id}: ${path} does not exist`),
    ]),
    ...claims.flatMap(({ path, title, ids }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${path}: "${title}" has no row ${id}`),
    ),
    ...titles
      .filter(({ skipped }) => skipped)
      .map(({ path, title }) => `${path}: "${title}" is skipped or exclusive`),
  ];
}

export function renderPage(sections: readonly Section[], titles: readonly TestTitle[]): string {
  const claims = readClaims(titles);
  const cells = (row: Row) => [
    row.id,
    row.statement,
    (row.where ?? []).map((path) => `\`${path}\``).join(", "),
    row.reason === undefined
      ? renderTests(claims.filter(({ ids }) => ids.includes(row.id)))
      : `reason: ${row.reason}`,
  ];
  return [
    "# What was asked for, and what shows it",
    "",
    "Each statement of the specification, the files that keep it, and the tests that fail when it no longer holds. A statement without a test has a reason.",
    "",
    "`npm run conformance` generates this page. To add a row, put it into `scripts/conformance-rows.json` and its id into the title of the test that shows it: `[7.12, 7.14–16]` at the end.",
    ...sections.flatMap(({ section, rows }) => [
      "",
      `## ${section}`,
      "",
      "| id | statement | where | shown by |",
      "| --- | --- | --- | --- |",
      ...rows.map((row) => `| ${cells(row).map(escapePipes).join(" | ")} |`),
    ]),
    "",
  ].join("\n");
}

function renderTests(claims: readonly Claim[]): string {
  return [...Map.groupBy(claims, ({ path }) => path)]
    .map(
      ([path, tests]) =>
        `\`${path}\` ${tests.map(({ title }) => `"${escapeMarkdown(title)}"`).join(", ")}`,
    )
    .join("<br>");
}

function readClaims(titles: readonly TestTitle[]): Claim[] {
  return titles.flatMap(({ path, blocks, title }) => {
    const ids = readIds(title);
    if (ids.length === 0) return [];
    return [{ path, title: [...blocks, title].map(withoutIds).join(" › "), ids }];
  });
}

const IDS = / \[(\d+\.[^\]]*)\]$/;

/** "[7.12, 7.14–16]" is 7.12, 7.14, 7.15 and 7.16. What is not an id stays as it is, for the check. */
function readIds(title: string): string[] {
  const list = IDS.exec(title)?.[1]?.split(", ") ?? [];
  return list.flatMap((part) => {
    const [, section, first, last] = /^(\d+)\.(\d+)–(\d+)$/.exec(part) ?? [];
    if (section === undefined) return [part];
    const count = Number(last) - Number(first) + 1;
    if (count < 2) return [part];
    return Array.from({ length: count }, (_, index) => `${section}.${Number(first) + index}`);
  });
}

/** A title without the ids of its statements. */
export function withoutIds(title: string): string {
  return title.replace(IDS, "");
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*<`]/g, String.raw`\$&`);
}

function escapePipes(text: string): string {
  return text.replaceAll("|", String.raw`\|`);
}
