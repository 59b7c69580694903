// The guarantee: what the documents point to exists, also after a file was renamed.
import { dirname, posix } from "node:path";
import { expect, test } from "vitest";
import { listFiles, readText } from "./list-files.ts";

const files = new Set(listFiles());
const folders = new Set([...files].flatMap(foldersOf));
const documents = [...files].filter((path) => path.endsWith(".md"));

test("every link to a file of the repository, and every path in code marks, exists", () => {
  const missing = documents.flatMap((document) =>
    [...linksOf(document), ...pathsOf(document)]
      .filter((path) => !files.has(path) && !folders.has(path))
      .map((path) => `${document}: ${path}`),
  );
  expect(missing).toEqual([]);
});

function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}

/** Targets of links, as paths from the root. */
function linksOf(document: string): string[] {
  return [...readText(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)].map(
    ([, target = ""]) => posix.join(dirname(document), target).replace(/\/$/, ""),
  );
}

function pathsOf(document: string): string[] {
  const roots = "apps|packages|docs|db|e2e|bench|simulation|scripts";
  return [...readText(document).matchAll(new RegExp(`\`((?:${roots})/[\\w./@-]+)\``, "g"))].map(
    ([, path = ""]) => path.replace(/\/$/, ""),
  );
}
