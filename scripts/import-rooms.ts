import { listSources } from "./list-files.ts";
import { readImports } from "./read-imports.ts";

const SERVER = "apps/server/src/";

/**
 * The floors of the server, from the entry down to the kernel. A file may import from its own floor
 * and from those below it. "." holds the entry files.
 */
export const FLOORS = [
  ".",
  "operations",
  "tenants",
  "money-in",
  "payouts",
  "worker",
  "identity",
  "providers",
  "http",
  "files",
  "rollups",
  "ledger",
  "database",
  "kernel",
] as const;

/** One import between two files of the server, both as paths below its source folder. */
export interface ServerImport {
  readonly from: string;
  readonly to: string;
}

/** Every import between the server's own files, type imports included and tests left out. */
export function readServerImports(root?: string): ServerImport[] {
  return listSources(SERVER.slice(0, -1), root)
    .filter((path) => !/\.(test|contract)\.ts$/.test(path))
    .flatMap((path) => readImports(path, root))
    .filter(({ to }) => to.startsWith(SERVER) && to.endsWith(".ts"))
    .map(({ from, to }) => ({ from: from.slice(SERVER.length), to: to.slice(SERVER.length) }));
}

/** The floor of a file: its first folder. */
export function floorOf(path: string): string {
  return path.includes("/") ? (path.split("/")[0] ?? ".") : ".";
}

/** The room of a file: its folder at most two levels deep, or the file itself where it lies loose. */
export function roomOf(path: string, levels: 1 | 2): string {
  const parts = path.split("/");
  return parts.length > levels ? parts.slice(0, levels).join("/") : path;
}

/** What each node imports, itself left out. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The imports between the nodes that `nodeOf` makes of files. */
export function graphOf(imports: readonly ServerImport[], nodeOf: (path: string) => string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [source, target] = [nodeOf(from), nodeOf(to)];
    if (!graph.has(source)) graph.set(source, new Set());
    if (!graph.has(target)) graph.set(target, new Set());
    if (source !== target) graph.get(source)?.add(target);
  }
  return graph;
}

/** Groups of nodes that reach each other: Tarjan's strongly connected components of two or more. */
export function findCycles(graph: Graph): string[][] {
  const indexes = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): number => {
    const index = indexes.size;
    indexes.set(node, index);
    let low = index;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!indexes.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, indexes.get(next) ?? 0);
    }
    if (low === index) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1) cycles.push(group);
    }
    return low;
  };
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return cycles;
}

/**
 * The arrows that point up in the best order that a greedy search finds: take away nodes that
 * import nothing or that nothing imports, then the one with the most outgoing arrows over incoming
 * ones (Eades, Lin and Smyth, 1993). Zero where there is no cycle.
 */
export function countUpwardArrows(graph: Graph): number {
  const left = new Set(graph.keys());
  const importers = new Map([...graph.keys()].map((node) => [node, new Set<string>()]));
  for (const [node, targets] of graph) for (const to of targets) importers.get(to)?.add(node);
  const within = (nodes: ReadonlySet<string> | undefined) =>
    [...(nodes ?? [])].filter((node) => left.has(node)).length;
  const top: string[] = [];
  const bottom: string[] = [];
  while (left.size > 0) {
    const nodes = [...left];
    const sink = nodes.find((node) => within(graph.get(node)) === 0);
    const source = nodes.find((node) => within(importers.get(node)) === 0);
    const surplus = (node: string) => within(graph.get(node)) - within(importers.get(node));
    const next =
      sink ?? source ?? nodes.reduce((best, node) => (surplus(node) > surplus(best) ? node : best));
    (next === sink ? bottom : top).push(next);
    left.delete(next);
  }
  const order = [...top, ...bottom.toReversed()];
  const place = new Map(order.map((node, index) => [node, index]));
  return [...graph].flatMap(([from, targets]) =>
    [...targets].filter((to) => (place.get(to) ?? 0) < (place.get(from) ?? 0)),
  ).length;
}
