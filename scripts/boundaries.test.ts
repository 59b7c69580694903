// The guarantee: who may import whom, and that nobody needs each other in a circle.
import { expect, test } from "vitest";
import { listSources } from "./list-files.ts";
import { type Import, readImports } from "./read-imports.ts";

const imports = listSources().flatMap(readImports);

test("the reader sees the code, so that the rules below mean something", () => {
  expect(imports.length).toBeGreaterThan(500);
});

test("web and server share the contract and nothing else", () => {
  forbid({ from: /^apps\/web\//, to: /^(apps\/server|scripts|e2e|bench|prove)\// });
  forbid({
    from: /^apps\/server\/(?!test\/)/,
    to: /^(apps\/web|apps\/server\/test|scripts|e2e|bench|prove)\//,
    but: isTest,
  });
});

test("packages know only packages, and money knows nobody", () => {
  forbid({ from: /^packages\//, to: /^(apps|scripts|e2e|bench|prove)\// });
  forbid({ from: /^packages\/money\//, to: /^packages\/(?!money\/)/ });
});

test("money moves through ledger.ts, the one door of the ledger; the others only read", () => {
  forbid({
    from: /^apps\/server\/src\/(?!ledger\/)/,
    to: /^apps\/server\/src\/ledger\/(?!(ledger|verify|verify-seals|keep-sealing|statement|platform-statement|account-sums|charged|movements)\.ts$)/,
  });
});

test("a feature of the console uses ui, api, shell and itself, never another feature", () => {
  const featureOf = (path: string) =>
    /^apps\/web\/src\/(?!(?:ui|api|shell)\/)([^/]+)\//.exec(path)?.[1];
  const strangers = imports.filter(({ from, to }) => {
    const [mine, theirs] = [featureOf(from), featureOf(to)];
    return mine !== undefined && theirs !== undefined && mine !== theirs;
  });
  expect(strangers.map(describeImport)).toEqual([]);
  forbid({
    from: /^apps\/web\/src\/[^/]+\//,
    to: /^apps\/web\/src\/(routes|main)\.tsx$/,
    but: isTest,
  });
});

test("shell and api know no feature", () => {
  forbid({
    from: /^apps\/web\/src\/(shell|api)\//,
    to: /^apps\/web\/src\/(?!ui\/|api\/|shell\/)[^/]+\//,
  });
});

test("ui knows nothing of router, data, forms or calls", () => {
  forbid({
    from: /^apps\/web\/src\/ui\//,
    to: /^apps\/web\/src\/(?!ui\/)|^packages\/contract\//,
    but: isTest,
  });
  forbid({
    from: /^apps\/web\/src\/ui\//,
    to: /^(@tanstack\/react-router|swr|react-hook-form)/,
    but: isTest,
  });
});

test("nobody imports a test", () => {
  forbid({ from: /./, to: /\.(test|e2e)\.tsx?$/ });
});

test("no files need each other in a circle", () => {
  expect(findCircles(imports.filter(({ typeOnly }) => !typeOnly))).toEqual([]);
});

function forbid({
  from,
  to,
  but = () => false,
}: {
  from: RegExp;
  to: RegExp;
  but?: (path: string) => boolean;
}): void {
  const wrong = imports.filter((one) => from.test(one.from) && to.test(one.to) && !but(one.from));
  expect(wrong.map(describeImport)).toEqual([]);
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

function describeImport({ from, to }: Import): string {
  return `${from} → ${to}`;
}

/** Depth first; a file that is met again while it is still open closes a circle. */
function findCircles(edges: readonly Import[]): string[] {
  const targets = Map.groupBy(edges, ({ from }) => from);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, open: readonly string[]) => {
    const start = open.indexOf(path);
    if (start >= 0) circles.push([...open.slice(start), path].join(" → "));
    if (start >= 0 || done.has(path)) return;
    for (const { to } of targets.get(path) ?? []) visit(to, [...open, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return circles;
}
