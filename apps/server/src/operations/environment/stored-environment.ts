import { sql } from "kysely";
import { secondsFromNow, now } from "../../kernel/clock.ts";
import { ConfigError } from "../../kernel/config-error.ts";
import type { Tx } from "../../database/db.ts";
import { heartbeatTimeoutSeconds } from "../activity/list-processes.ts";

/**
 * What a database holds: play money, real money, or `clearing` while play money is taken out.
 * `none`: no server has started on it.
 */
export type StoredEnvironment = "sandbox" | "clearing" | "real" | "none";

/**
 * Serialises the start of a server and the commands that need all servers stopped, until the end of
 * the transaction. Closes the race between them: the second one sees what the first has done.
 */
export async function lockInstallation(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('installation_environment', 0))`.execute(
    db,
  );
}

/** Locks the installation, and reads its environment. */
export async function lockEnvironment(db: Tx): Promise<StoredEnvironment> {
  await lockInstallation(db);
  const row = await db
    .selectFrom("installation_environment")
    .select("environment")
    .executeTakeFirst();
  return row?.environment ?? "none";
}

/** Stores the environment; `since` stays while it does not change. */
export async function storeEnvironment(
  db: Tx,
  environment: "sandbox" | "clearing" | "real",
): Promise<void> {
  const row = { environment, since: now() };
  await db
    .insertInto("installation_environment")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column("is_only")
        .doUpdateSet(row)
        .where("installation_environment.environment", "<>", environment),
    )
    .execute();
}

/** @throws {ConfigError} while a server runs on this database. */
export async function assertNoServerRuns(db: Tx): Promise<void> {
  const server = await db
    .selectFrom("processes")
    .select("host")
    .where("beat_at", ">", secondsFromNow(-heartbeatTimeoutSeconds))
    .limit(1)
    .executeTakeFirst();
  if (server) throw stillRuns(server.host);
}

export function stillRuns(host: string): ConfigError {
  return new ConfigError(
    `The process ${host} still runs on this database. Stop all servers first (a killed one counts for ${heartbeatTimeoutSeconds} s more).`,
  );
}
