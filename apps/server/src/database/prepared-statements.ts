import { createHash } from "node:crypto";
import { sql } from "kysely";

const mark = "/* prepared */";
const markPattern = /^\s*\/\* prepared \*\//;

/**
 * Prefix of a statement that each connection prepares once, because planning it would take as long
 * as running it. Only for a few fixed texts, in which everything that varies is a parameter.
 */
export const prepared = sql.raw(`${mark} `);

const names = new Map<string, string>();

/** The name of a prepared statement; undefined for a text without the prefix. */
export function statementName(text: string): string | undefined {
  if (!markPattern.test(text)) return undefined;
  const existing = names.get(text);
  if (existing) return existing;
  const name = `rokad_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
  names.set(text, name);
  return name;
}
