import { limits } from "@rokad/contract/limits";
import { sql, type RawBuilder } from "kysely";
import { likePattern } from "../../database/like-pattern.ts";
import { utrKey } from "../../kernel/utr-key.ts";

/**
 * Whether a deposit's UTR contains this text, or is another spelling of it. Every spelling contains
 * the key, so the index on parts of UTRs serves both.
 */
export function matchUtr(text: string): RawBuilder<boolean> {
  const contains = sql<boolean>`utr_reference like ${likePattern(text)}`;
  if (text.length < limits.utrCharsMin) return contains;
  const key = utrKey(text);
  return sql<boolean>`(
    utr_reference like ${likePattern(key)} and (${contains} or utr_key = ${key})
  )`;
}
