import { digest } from "../ids.ts";
import { lookupHash } from "./seal.ts";

/**
 * By what a repeat of a request is known. Keyed, because a request may have an account number,
 * and whoever knows the rest of it could try all numbers against a bare digest.
 */
export function requestDigest(request: unknown): Buffer {
  return lookupHash("request", digest(request));
}
