import { posix } from "node:path";
import { readText } from "./list-files.ts";

/** One import, with paths from the root. For an npm package, `to` is its name. */
export type Import = { from: string; to: string; typeOnly: boolean };

/**
 * These patterns suffice because oxfmt starts every import on its own line, in double quotes. Import
 * parsers support neither TypeScript 7 nor TSX.
 */
const STATIC = /^(?:import|export)(?<type> type)?\b(?:[^"'`;]*?\bfrom)?\s*"(?<static>[^"]+)"/gm;
const DYNAMIC = /\bimport\(\s*"(?<dynamic>[^"]+)",?\s*\)/g;

/** All imports of a file. @throws if the patterns miss an import. */
export function readImports(path: string, root?: string): Import[] {
  const source = readText(path, root);
  const matches = [...source.matchAll(STATIC), ...source.matchAll(DYNAMIC)];
  const total = source.match(/^import\s(?!type\s*=)/gm)?.length ?? 0;
  const matched = matches.filter(
    ([text]) => text.startsWith("import") && !text.startsWith("import("),
  ).length;
  if (total !== matched)
    throw new Error(`${path} has ${total} imports, but the patterns match ${matched}.`);
  return matches.map(({ groups }) => ({
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
