import { posix } from "node:path";
import { readText } from "./list-files.ts";

/** One import: paths are relative to the root; `to` is a package's name when it leads out of the checkout. */
export type Import = { from: string; to: string; typeOnly: boolean };

/**
 * oxfmt puts every import at the start of a line and in double quotes, so that a pattern finds them all;
 * the tools that parse TypeScript for this either don't know version 7 yet or no TSX.
 */
const STATIC = /^(?:import|export)(?<type> type)?\b(?:[^"'`;]*?\bfrom)?\s*"(?<static>[^"]+)"/gm;
const DYNAMIC = /\bimport\(\s*"(?<dynamic>[^"]+)",?\s*\)/g;

/** Every import of a file. Throws when it has an import that the patterns don't understand. */
export function readImports(path: string): Import[] {
  const source = readText(path);
  const found = [...source.matchAll(STATIC), ...source.matchAll(DYNAMIC)];
  const written = source.match(/^import\s(?!type\s*=)/gm)?.length ?? 0;
  const understood = found.filter(
    ([text]) => text.startsWith("import") && !text.startsWith("import("),
  ).length;
  if (written !== understood)
    throw new Error(`${path} has ${written} imports, ${understood} of them understood.`);
  return found.map(({ groups }) => ({
    from: path,
    to: resolveImport(path, groups?.["static"] ?? groups?.["dynamic"] ?? ""),
    typeOnly: groups?.["type"] !== undefined,
  }));
}

function resolveImport(from: string, name: string): string {
  const own = /^@rokad\/(contract|money)\/(.+)$/.exec(name);
  if (own !== null) return `packages/${own[1]}/src/${own[2]}.ts`;
  return name.startsWith(".") ? posix.join(posix.dirname(from), name) : name;
}
