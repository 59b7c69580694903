import { secondsFromNow } from "../../kernel/clock.ts";
import { ConfigError } from "../../kernel/config.ts";
import { database } from "../../database/db.ts";
import { secretFingerprint } from "../../kernel/app-secret.ts";
import { heartbeatTimeoutSeconds } from "./list-processes.ts";

/**
 * Checks that all servers of a database share one secret. With two secrets, a session of one
 * server is invalid on the next, and a repeated payout request is not recognised there.
 * @throws {ConfigError} when a running process has a different `APP_SECRET`.
 */
export async function assertSameSecret(): Promise<void> {
  const other = await database()
    .selectFrom("processes")
    .select("host")
    .where("beat_at", ">", secondsFromNow(-heartbeatTimeoutSeconds))
    .where("secret_name", "not in", ["", secretFingerprint()])
    .limit(1)
    .executeTakeFirst();
  if (!other) return;
  throw new ConfigError(
    `APP_SECRET differs from that of process ${other.host} on the same database. Give every server the same secret. To change it, stop all servers first (a killed one counts for ${heartbeatTimeoutSeconds} s more).`,
  );
}
