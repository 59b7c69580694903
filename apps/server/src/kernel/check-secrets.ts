import { ConfigError } from "./config-error.ts";
import { estimateEntropy } from "./estimate-entropy.ts";

/** Out of reach of every attacker. A random text of 32 bytes has more than twice as many. */
export const secretBitsMin = 80;

/**
 * Refuses secrets that can be guessed, by their estimated entropy and not only their length. Of
 * several encryption keys the newest counts, so that a weak one can be changed.
 * @throws {ConfigError} with the command that creates a good one.
 */
export function checkSecrets({
  APP_SECRET,
  ENCRYPTION_KEY,
}: Readonly<Partial<Record<"APP_SECRET" | "ENCRYPTION_KEY", string | undefined>>>): void {
  const [newestKey] = ENCRYPTION_KEY?.split(",") ?? [];
  const weak = Object.entries({ APP_SECRET, ENCRYPTION_KEY: newestKey?.trim() }).flatMap(
    ([name, value]) => {
      const bits = value === undefined ? secretBitsMin : estimateEntropy(value);
      return bits < secretBitsMin
        ? [`${name}: too easy to guess (about ${bits} bits; needs ${secretBitsMin})`]
        : [];
    },
  );
  if (weak.length === 0) return;
  throw new ConfigError(
    `Weak secrets:\n  ${weak.join("\n  ")}\nCreate each with: openssl rand -base64 32`,
  );
}
