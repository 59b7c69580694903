// The guarantee: all packages, the changelog, the guides and compose.yaml name one version, and what
// compose.yaml sets is a setting.
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, readText } from "./list-files.ts";

const versionIn = (path: string) => (JSON.parse(readText(path)) as { version: string }).version;
const version = versionIn("package.json");
const compose = readText("compose.yaml");
const names = (text: string, expression: RegExp) =>
  [...text.matchAll(expression)].map(([, name = ""]) => name);

test.for(listFiles().filter((path) => /^(?:apps|packages)\/[\w-]+\/package\.json$/.test(path)))(
  "%s has the version of the repository",
  (path) => {
    expect(versionIn(path)).toBe(version);
  },
);

test("the changelog, the image and the guides name it too", () => {
  expect(names(readText("CHANGELOG.md"), /^## (\S+)/gm)[0]).toBe(version);
  expect(names(compose, /image: rokad:(\S+)/g)).toEqual([version]);
  const guides = listFiles(join("docs", "integrate")).map((path) => readText(path));
  const archives = guides.flatMap((guide) => names(guide, /rokad-[a-z]+-([\d.]+)\.tgz/g));
  expect(new Set(archives)).toEqual(new Set([version]));
});

test("what compose.yaml and its example set is a setting", () => {
  const documented = new Set(names(readText(".env.example"), /^(?:# )?([A-Z][A-Z_]+)=/gm));
  const environment = compose.slice(0, compose.indexOf("\nservices:"));
  const set = [
    ...names(environment, /^ {4}([A-Z_]+):/gm),
    ...names(readText(join("ops", "container", "rokad.env.example")), /^(?:# )?([A-Z_]+)=/gm),
  ];
  expect(set).toContain("APP_SECRET_FILE");
  expect(set.filter((name) => !documented.has(name.replace(/_FILE$/, "")))).toEqual([]);
});
