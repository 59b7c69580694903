import { secondsFromNow } from "../clock.ts";
import { ConfigError } from "../config.ts";
import { database } from "../db.ts";
import { secretName } from "../secrets.ts";
import { silentSecondsMax } from "./list-processes.ts";

/**
 * Servers of one database sign with one secret: with another, whoever signed in on one would be
 * nobody on the next, and a payout repeated there would not be known again.
 * @throws {ConfigError} when a process that is alive has another `APP_SECRET`.
 */
export async function refuseOtherSecret(): Promise<void> {
  const other = await database()
    .selectFrom("processes")
    .select("host")
    .where("beat_at", ">", secondsFromNow(-silentSecondsMax))
    .where("secret_name", "not in", ["", secretName()])
    .limit(1)
    .executeTakeFirst();
  if (!other) return;
  throw new ConfigError(
    `APP_SECRET is another than that of the process ${other.host}, which uses the same database. Give every server the same one; to change it, stop all of them first (one that was killed counts for ${silentSecondsMax} s more).`,
  );
}
