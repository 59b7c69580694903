import { sql } from "kysely";
import { secondsFromNow, now } from "../../kernel/clock.ts";
import { ConfigError } from "../../kernel/config-error.ts";
import type { Db, Tx } from "../../database/db.ts";
import { heartbeatTimeoutSeconds } from "../activity/list-processes.ts";
import { demoAccountsIn } from "./find-sandbox-parts.ts";

/**
 * What a database holds: play money, real money, or `clearing` while play money is taken out.
 * `mixed`: an earlier version used the sandbox and real providers on it. `none`: nothing yet.
 */
export type StoredRails = "sandbox" | "clearing" | "real" | "mixed" | "none";

/**
 * Serialises the start of a server and the commands that need all servers stopped, until the end of
 * the transaction. Closes the race between them: the second one sees what the first has done.
 */
export async function lockInstallation(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('installation_rails', 0))`.execute(db);
}

/** Locks the installation, and reads its kind of money. */
export async function lockRails(db: Tx): Promise<StoredRails> {
  await lockInstallation(db);
  const row = await db.selectFrom("installation_rails").select("rails").executeTakeFirst();
  return row?.rails ?? guessRails(db);
}

/** Stores the kind; `since` stays while it does not change. */
export async function storeRails(db: Tx, rails: "sandbox" | "clearing" | "real"): Promise<void> {
  const row = { rails, since: now() };
  await db
    .insertInto("installation_rails")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("is_only").doUpdateSet(row).where("installation_rails.rails", "<>", rails),
    )
    .execute();
}

/** A database from before the kind was stored: what its payouts and accounts were made with. */
async function guessRails(db: Db): Promise<StoredRails> {
  const { rows } = await sql<{ is_sandbox: boolean }>`
    select distinct adapter = 'sandbox' as is_sandbox from (
      select adapter from adapter_sums
      union all select adapter from adapter_sum_changes
      union all select adapter from virtual_accounts
      union all select adapter from incoming_credits
    ) as used where adapter <> ''
  `.execute(db);
  const isReal = rows.some((row) => !row.is_sandbox);
  const isPlay = rows.some((row) => row.is_sandbox) || (await demoAccountsIn(db)).length > 0;
  if (isReal) return isPlay ? "mixed" : "real";
  return isPlay ? "sandbox" : "none";
}

/** @throws {ConfigError} while a server runs on this database. */
export async function assertNoServerRuns(db: Tx): Promise<void> {
  const server = await db
    .selectFrom("processes")
    .select("host")
    .where("beat_at", ">", secondsFromNow(-heartbeatTimeoutSeconds))
    .limit(1)
    .executeTakeFirst();
  if (!server) return;
  throw new ConfigError(
    `The process ${server.host} still runs on this database. Stop all servers first (a killed one counts for ${heartbeatTimeoutSeconds} s more).`,
  );
}
