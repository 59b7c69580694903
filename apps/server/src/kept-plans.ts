import { createHash } from "node:crypto";
import { sql } from "kysely";

const mark = "/* kept plan */";
const marked = /^\s*\/\* kept plan \*\//;

/**
 * Begins a statement that is asked so often that each connection keeps its plan: planning would
 * cost as much as the work. Only for texts of which there are few; what differs is a parameter.
 */
export const keptPlan = sql.raw(`${mark} `);

const names = new Map<string, string>();

/** The name under which a connection keeps the statement's plan; undefined for most. */
export function nameOfPlan(text: string): string | undefined {
  if (!marked.test(text)) return undefined;
  const known = names.get(text);
  if (known) return known;
  const name = `rokad_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
  names.set(text, name);
  return name;
}
