import { hash, randomBytes } from "node:crypto";
import { limits } from "@rokad/contract/limits";
import { secondsFromNow } from "../../kernel/clock.ts";

const tokenBytes = 32;
const daySeconds = 24 * 60 * 60;

/**
 * A new link's random token, its hash and its end. The token stands in the query, which this server
 * never logs.
 */
export function newAdviceLink() {
  const token = randomBytes(tokenBytes).toString("base64url");
  return {
    page: `/advice?link=${token}`,
    token_hash: hashOfToken(token),
    expires_at: secondsFromNow(limits.adviceDays * daySeconds),
  };
}

/** By which a token is found; nothing else of it is stored. */
export function hashOfToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
