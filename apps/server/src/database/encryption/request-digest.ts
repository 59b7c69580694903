import { digest } from "../../kernel/ids.ts";
import { blindIndex } from "./encrypt.ts";

/**
 * Identifies a repeated request. Keyed, because a request may contain an account number, and an
 * attacker who knows the rest could test all numbers against a plain digest.
 */
export function requestDigest(request: unknown): Buffer {
  return blindIndex("request", digest(request));
}
