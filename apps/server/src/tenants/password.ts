import { hash } from "@node-rs/argon2";

/**
 * Argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane. Some 30 ms of one
 * core, so it is done before a transaction is opened.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
}
