import { hostname } from "node:os";
import { now } from "../clock.ts";
import { database } from "../db.ts";
import { newId } from "../ids.ts";
import { secretName } from "../secrets.ts";
import { dataKeys } from "../sealing/data-keys.ts";
import manifest from "../../package.json" with { type: "json" };

export const beatSeconds = 10;

interface Process {
  readonly role: "all" | "api" | "worker";
  /** When its worker finished a round last; undefined before the first, and for one without. */
  readonly workedAt: () => Date | undefined;
}

/** Lets the others know that this process is alive: a row that it renews, and takes away at its end. */
export function heartbeatOf({ role, workedAt }: Process) {
  const id = newId();
  const startedAt = now();
  return {
    async beat(): Promise<void> {
      const alive = { beat_at: now(), worked_at: workedAt() ?? null };
      await database()
        .insertInto("processes")
        .values({
          id,
          role,
          host: `${hostname()} ${process.pid}`.slice(-100),
          version: manifest.version,
          started_at: startedAt,
          secret_name: secretName(),
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
