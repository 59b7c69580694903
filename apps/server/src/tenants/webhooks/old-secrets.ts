import { decrypt, encrypt } from "../../database/encryption/encrypt.ts";
import { now } from "../../kernel/clock.ts";

/** A secret that was replaced, and still signs. */
interface OldSecret {
  readonly secret: string;
  readonly endsAt: Date;
}

export interface StoredOldSecrets {
  readonly id: string;
  readonly old_secret_encrypted: Buffer | null;
  /** Of the one that ends last. */
  readonly old_secret_ends_at: Date | null;
}

/** Each adds a signature to the header of every event, so the oldest ones go first. */
const oldSecretsMax = 10;

/** The old secrets that still sign, the newest first. */
export function oldSecretsOf(row: StoredOldSecrets): OldSecret[] {
  const { id, old_secret_encrypted: old, old_secret_ends_at: lastEndsAt } = row;
  if (!old || !lastEndsAt) return [];
  const lines = decrypt("old webhook secret", id, old).split("\n");
  const secrets = lines.map((line) => {
    const [secret = "", endsAt] = line.split(" ");
    return { secret, endsAt: endsAt === undefined ? lastEndsAt : new Date(endsAt) };
  });
  return secrets.filter(({ endsAt }) => endsAt > now());
}

/** The columns that store old secrets: one a line, with its end unless that is the last one's. */
export function asOldSecrets(id: string, list: readonly OldSecret[]) {
  const kept = list.slice(0, oldSecretsMax);
  if (kept.length === 0) return { old_secret_encrypted: null, old_secret_ends_at: null };
  const last = Math.max(...kept.map(({ endsAt }) => endsAt.getTime()));
  const lines = kept.map(({ secret, endsAt }) =>
    endsAt.getTime() === last ? secret : `${secret} ${endsAt.toISOString()}`,
  );
  return {
    old_secret_encrypted: encrypt("old webhook secret", id, lines.join("\n")),
    old_secret_ends_at: new Date(last),
  };
}
