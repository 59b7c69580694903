// The guarantee: the code follows the rules of STYLE.md and ARCHITECTURE.md.
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, listSources, readText } from "./list-files.ts";
import { ROOT } from "./run-command.ts";

const FILE_LINES_MAX = 300;

const files = listFiles();
const sources = listSources().filter((path) => !path.includes(".generated."));
const texts = files.filter((path) => !/\.(woff2|png|jpg|webp|ico|gz)$/.test(path));
const server = sources.filter((path) => path.startsWith("apps/server/src/") && !isTest(path));

test("no file is named after a layer", () => {
  const layered = /^(utils?|helpers?|services?|types|index|common|misc)\.[a-z]+$/;
  expect(sources.filter((path) => layered.test(basename(path)))).toEqual([]);
});

test("no file has more than 300 lines", () => {
  const long = sources.filter((path) => readText(path).split("\n").length > FILE_LINES_MAX);
  expect(long).toEqual([]);
});

test("only the ledger uses the ledger's tables and changes a balance", () => {
  const outside = server.filter((path) => !path.startsWith("apps/server/src/ledger/"));
  expect(linesWith(outside, /\bledger_(entries|postings|checkpoints?)\w*\b/)).toEqual([]);
  expect(linesWith(outside, /\b(update|insert\s+into|delete\s+from)\s+wallets\b/i)).toEqual([]);
  expect(linesWith(outside, /(updateTable|insertInto|deleteFrom)\(\s*"wallets/)).toEqual([]);
});

test("money is never a float", () => {
  const code = sources.filter((path) => /^(apps|packages)\//.test(path) && !isTest(path));
  expect(linesWith(code, /\bparseFloat\b|\.toFixed\(/)).toEqual([]);
});

test("the environment is read in one place", () => {
  // config.ts reads the server's variables; a child process gets its PATH.
  const inside = server.filter((path) => !/\/(main|config)\.ts$/.test(path));
  expect(linesWith(inside, /process\.env(?!\["PATH"\])/)).toEqual([]);
});

test("migrations are numbered without gaps and contain no transaction statements", () => {
  const names = readdirSync(join(ROOT, "db/migrations")).toSorted();
  const numbers = names.map((name) => /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
  expect(numbers).toEqual(names.map((_, index) => String(index + 1).padStart(4, "0")));
  const paths = names.map((name) => `db/migrations/${name}`);
  expect(linesWith(paths, /^\s*(begin|commit|rollback|start transaction)\s*;/i)).toEqual([]);
});

test("a migration that removes, renames or narrows something names the one that servers need", () => {
  const removes =
    /\b(?:drop (?:table|column|view)|rename (?:to|column)|alter column \w+ (?:type|set not null))\b/i;
  for (const statement of ["drop column a", "RENAME TO b", "alter column a set not null"])
    expect(statement).toMatch(removes);
  const unnamed = files
    .filter((path) => path.startsWith("db/migrations/") && removes.test(readText(path)))
    .filter((path) => !/^-- contract after \d{4}_\w+\.sql\n/.test(readText(path)));
  expect(unnamed).toEqual([]);
});

test("no page reads a schema from a call: the console's build removes it", () => {
  const pages = sources.filter((path) => path.startsWith("apps/web/src/") && !isTest(path));
  expect(linesWith(pages, /\(\s*(?!request\.)\w+\.(body|query|params)\b/)).toEqual([]);
});

test("every dependency has one exact version", () => {
  const loose = files
    .filter((path) => basename(path) === "package.json")
    .flatMap((path) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
        readText(path),
      ) as Manifest;
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${path}: ${name} ${version}`);
    });
  expect(loose).toEqual([]);
});

test("the lock file lists the packages of every platform, so that npm ci works on each", () => {
  // npm omits packages that a registry did not serve, then rejects its own file on other platforms.
  const { packages } = JSON.parse(readText("package-lock.json")) as Lock;
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
    .filter((name) => !name.includes("wasm32") && !(`node_modules/${name}` in packages));
  expect(missing).toEqual([]);
});

test("no file contains a path or host of one developer's machine", () => {
  // One-letter classes keep the names out of this file.
  const machinePaths = /(?<![\w.-])\/(wor[k]|home\/\w+|Users\/\w+)\/|\.\.\/share[d]\b/;
  const hosts = /registr[y]\.npmjs\.org|npmmirro[r]|artifactor[y]|localhost:487[3]/;
  expect(linesWith(texts, machinePaths)).toEqual([]);
  expect(linesWith(texts, hosts)).toEqual([]);
});

test("every decision has its own number, a context, a decision and consequences", () => {
  const decisions = files.filter((path) => /^docs\/decisions\/.*\.md$/.test(path));
  const numbers = decisions.map((path) => basename(path).slice(0, 4)).toSorted();
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, "0")));
  const partial = decisions.filter((path) =>
    ["Context", "Decision", "Consequences"].some(
      (part) => !new RegExp(`^#+ ${part}`, "m").test(readText(path)),
    ),
  );
  expect(partial).toEqual([]);
  expect(decisions.length).toBeGreaterThan(0);
});

type Manifest = Partial<
  Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>>
>;

type Lock = { packages: Record<string, { optionalDependencies?: Record<string, string> }> };

function isTest(path: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(path);
}

/** The matching lines as "file:line: text". */
function linesWith(paths: readonly string[], pattern: RegExp): string[] {
  return paths.flatMap((path) =>
    readText(path)
      .split("\n")
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
}
