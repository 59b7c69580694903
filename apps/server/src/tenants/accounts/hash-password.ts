/**
 * Hashes with Argon2id and OWASP's first recommendation: 19 MiB, two passes, one lane. It takes about
 * 30 ms of one core, so call it before a transaction.
 */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import("@node-rs/argon2");
  return hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
}
