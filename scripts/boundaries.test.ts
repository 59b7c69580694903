// The guarantee: who may import whom. oxlint's `import/no-cycle` finds cycles of files.
import { expect, test } from "vitest";
import {
  countUpwardArrows,
  findCycles,
  FLOORS,
  floorOf,
  graphOf,
  readServerImports,
  roomOf,
} from "./import-rooms.ts";
import { listSources } from "./list-files.ts";
import { type Import, readImports } from "./read-imports.ts";

const imports = listSources().flatMap((path) => readImports(path));
const serverImports = readServerImports();

test("the reader sees the code, so that the rules below mean something", () => {
  expect(imports.length).toBeGreaterThan(500);
});

test("web and server share the contract and nothing else", () => {
  forbid({ from: /^apps\/web\//, to: /^(apps\/server|scripts|e2e|bench|simulation)\// });
  forbid({
    from: /^apps\/server\/(?!test\/)/,
    to: /^(apps\/web|apps\/server\/test|scripts|e2e|bench|simulation)\//,
    but: isTest,
  });
});

test("packages know only packages, and money knows nobody", () => {
  forbid({ from: /^packages\//, to: /^(apps|scripts|e2e|bench|simulation)\// });
  forbid({ from: /^packages\/money\//, to: /^packages\/(?!money\/)/ });
});

test("money moves through ledger.ts and own-money.ts, which write; the others only read", () => {
  forbid({
    from: /^apps\/server\/src\/(?!ledger\/)/,
    to: /^apps\/server\/src\/ledger\/(?!(ledger|own-money|available-of|finished-payouts|has-posting|verify|verify-checkpoints|verify-request-holds|fault|last-verification|write-checkpoints|statement|platform-statement|returned-charges|account-totals|sum-receiving-accounts|monthly-charges|kind-totals|wallet-movements|adjusting-movements)\.ts$)/,
  });
});

test("a feature of the console uses ui, api, common, shell and itself, never another feature", () => {
  const featureOf = (path: string) =>
    /^apps\/web\/src\/(?!(?:ui|api|common|shell)\/)([^/]+)\//.exec(path)?.[1];
  const foreign = imports.filter(({ from, to }) => {
    const [mine, theirs] = [featureOf(from), featureOf(to)];
    return mine !== undefined && theirs !== undefined && mine !== theirs;
  });
  expect(foreign.map(describeImport)).toEqual([]);
});

test("the console's floors from the top: routes, features, shell, common, api, ui", () => {
  forbid({
    from: /^apps\/web\/src\/[^/]+\//,
    to: /^apps\/web\/src\/(?!(?:paths|branding|locale|language|super-admin-language|answers)\.ts$)[^/]+$/,
    but: isTest,
  });
  forbid({
    from: /^apps\/web\/src\/shell\//,
    to: /^apps\/web\/src\/(?!(?:ui|api|common|shell)\/)[^/]+\//,
  });
  forbid({
    from: /^apps\/web\/src\/common\//,
    to: /^apps\/web\/src\/(?!(?:ui|api|common)\/)[^/]+\//,
  });
  forbid({
    from: /^apps\/web\/src\/api\//,
    to: /^apps\/web\/src\/(?!api\/)[^/]+\//,
  });
});

test("the console's common rooms import each other without a cycle", () => {
  const commonRoomOf = (path: string) => /^apps\/web\/src\/common\/([^/]+)\//.exec(path)?.[1];
  const between = imports.flatMap((one) => {
    const [from, to] = [commonRoomOf(one.from), commonRoomOf(one.to)];
    return from && to && from !== to ? [{ ...one, from, to }] : [];
  });
  expect(between.length).toBeGreaterThan(0);
  expect(findCycles(graphOf(between, (room) => room))).toEqual([]);
});

test("ui knows nothing of router, data, forms or calls", () => {
  forbid({
    from: /^apps\/web\/src\/ui\//,
    to: /^apps\/web\/src\/(?!ui\/|(?:locale|language|super-admin-language|answers)\.ts$)|^packages\/contract\//,
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

test("the server imports downwards only, types included", () => {
  const heights = new Map<string, number>(FLOORS.map((floor, index) => [floor, index]));
  const unknown = serverImports.filter(({ from }) => !heights.has(floorOf(from)));
  expect(unknown.map(({ from }) => from)).toEqual([]);
  const upward = serverImports.filter(
    ({ from, to }) => (heights.get(floorOf(to)) ?? 0) < (heights.get(floorOf(from)) ?? 0),
  );
  expect(upward.map(describeImport)).toEqual([]);
});

test("no rooms of the server import each other in a cycle", () => {
  expect(findCycles(graphOf(serverImports, (path) => roomOf(path, 2)))).toEqual([]);
});

test("the reader finds an upward import and a cycle where there is one", () => {
  const looped = graphOf(
    [
      { from: "kernel/a.ts", to: "ledger/b.ts" },
      { from: "ledger/b.ts", to: "kernel/a.ts" },
    ],
    floorOf,
  );
  expect(findCycles(looped).map((cycle) => cycle.toSorted())).toEqual([["kernel", "ledger"]]);
  expect(countUpwardArrows(looped)).toBe(1);
  // Also in a part that nothing read before reaches.
  const apart = graphOf(
    [
      { from: "http/a.ts", to: "kernel/b.ts" },
      { from: "files/a.ts", to: "ledger/b.ts" },
      { from: "ledger/b.ts", to: "files/a.ts" },
    ],
    floorOf,
  );
  expect(findCycles(apart).map((cycle) => cycle.toSorted())).toEqual([["files", "ledger"]]);
});

test("only entry files lie at the root of the server", () => {
  const entry = new Set(
    serverImports.map(({ from }) => from).filter((path) => !path.includes("/")),
  );
  expect([...entry].toSorted()).toEqual([
    "admin-commands.ts",
    "app.ts",
    "background-work.ts",
    "commands.ts",
    "compose-platform.ts",
    "job-handlers.ts",
    "main.ts",
    "member-commands.ts",
    "proposal-handlers.ts",
    "run-on-database.ts",
    "run-server.ts",
    "sandbox-routes.ts",
  ]);
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

function describeImport({ from, to }: Pick<Import, "from" | "to">): string {
  return `${from} → ${to}`;
}
