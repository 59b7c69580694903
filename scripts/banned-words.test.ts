// The guarantee: the code and the docs use the terms of STYLE.md's glossary.
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { listFiles, listSources, readText } from "./list-files.ts";

const identifierWords = new Set(
  `announce announced announces anew boarded boarding bury buried deed deeds destiny door doors
   doubt duties duty forget forgets gather gathers heard lane lanes plant plants seal seals somebody
   standing standings stranger strangers tell tells told unseal unwell whoever wish wishes`.split(
    /\s+/,
  ),
);

const phrases =
  /\b(whoever|anew|somebody|such an?|by itself|under way|looks? again|of that name|for as long as|(is|are|was|were|be|been|gets?) told|(does|do|did)(n't| not) tell|without being told)\b/i;

/** Old names of columns and tables. */
const columnWords = new Set([...identifierWords, "asked", "claimed", "kept", "looks", "sealed"]);

/** PostgreSQL's own names. */
const foreignNames = new Set(["max_parallel_workers_per_gather"]);

/** Where a word names itself, or where other people's text stands. */
const quoting = new Set([
  "STYLE.md",
  "scripts/banned-words.test.ts",
  "docs/decisions/0043-floors-and-terms.md",
]);

test("identifiers and file names use the glossary's terms", () => {
  const found = sources().flatMap((path) => [
    ...wordsOf(path.split("/").at(-1) ?? "").map((word) => `${path}: ${word}`),
    ...identifiersOf(path)
      .filter((name) => wordsOf(name).length > 0 && !foreignNames.has(name))
      .map((name) => `${path}: ${name}`),
  ]);
  expect([...new Set(found)]).toEqual([]);
});

test("tables, columns and functions of the database use the glossary's terms", () => {
  const found = listFiles()
    .filter((path) => path.endsWith(".sql"))
    .flatMap((path) =>
      (
        readText(path)
          .replaceAll(/--.*/g, "")
          .match(/\b[a-z_]+\b/g) ?? []
      )
        .filter((name) => name.split("_").some((word) => columnWords.has(word)))
        .map((name) => `${path}: ${name}`),
    );
  expect([...new Set(found)]).toEqual([]);
});

test("comments, docs and the product's sentences avoid banned phrases", () => {
  const prose = listFiles().filter((path) => /\.(ts|tsx|md|css|sql)$/.test(path));
  const found = prose
    .filter((path) => !quoting.has(path))
    .flatMap((path) =>
      readText(path)
        .split("\n")
        .flatMap((line, index) =>
          phrases.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
  expect(found).toEqual([]);
});

function sources(): string[] {
  return listSources().filter((path) => !path.includes(".generated."));
}

/** The banned words in a name: "tellSuperAdmins" has "tell". */
function wordsOf(name: string): string[] {
  const words = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.map((word) => word.toLowerCase()).filter((word) => identifierWords.has(word));
}

function identifiersOf(path: string): string[] {
  const names: string[] = [];
  const { program, errors } = parseSync(path, readText(path));
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`);
  new Visitor({
    Identifier: ({ name }) => void names.push(name),
    JSXIdentifier: ({ name }) => void names.push(name),
  }).visit(program);
  return names;
}
