import { hostname } from "node:os";
import { now } from "../../kernel/clock.ts";
import { database, type Db } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { secretFingerprint } from "../../kernel/app-secret.ts";
import { dataKeys } from "../../database/encryption/data-keys.ts";
import manifest from "../../../package.json" with { type: "json" };

export const beatSeconds = 10;

interface Process {
  readonly role: "all" | "api" | "worker";
  /** When payouts were last polled; undefined before the first poll and without a worker. */
  readonly polledAt: () => Date | undefined;
}

/** The row that shows this process as alive: `beat` renews it, `end` deletes it at shutdown. */
export function heartbeatOf({ role, polledAt }: Process) {
  const id = newId();
  const startedAt = now();
  return {
    /** @param db for a first beat within the transaction of a check. */
    async beat(db: Db = database()): Promise<void> {
      const alive = { beat_at: now(), worked_at: polledAt() ?? null };
      await db
        .insertInto("processes")
        .values({
          id,
          role,
          host: `${hostname()} ${process.pid}`.slice(-100),
          version: manifest.version,
          started_at: startedAt,
          secret_name: secretFingerprint(),
          encryption_keys: dataKeys().encryptionKeys.map(({ name }) => name),
          ...alive,
        })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(alive))
        .execute();
    },
    async end(): Promise<void> {
      await database().deleteFrom("processes").where("id", "=", id).execute();
    },
  };
}
