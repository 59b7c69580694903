import { sql } from "kysely";
import { now } from "../kernel/clock.ts";
import type { Db } from "../database/db.ts";
import { tooManyRequests } from "../kernel/errors.ts";

const hourSeconds = 60 * 60;

/**
 * Counts one use of `key` in the current clock hour, across all servers.
 * @throws 429 `TOO_MANY_REQUESTS` above `atMost` uses, with the seconds until the hour ends.
 */
export async function enforceHourlyLimit(db: Db, key: string, atMost: number): Promise<void> {
  const { used, secondsLeft } = await countInHour(db, key);
  if (used <= atMost) return;
  throw tooManyRequests(
    "TOO_MANY_REQUESTS",
    "Too many requests from your network. Try again later.",
    secondsLeft,
  );
}

/**
 * Counts one use of `key` in the current clock hour, across all servers.
 * @returns the uses in this hour, this one included, and the seconds until the hour ends.
 */
export async function countInHour(db: Db, key: string) {
  const window = Math.floor(now().getTime() / 1000 / hourSeconds) * hourSeconds;
  const { rows } = await sql<{ used: number }>`
    insert into rate_limits (key, window_start, used) values (${key}, to_timestamp(${window}), 1)
    on conflict (key, window_start) do update set used = rate_limits.used + 1
    returning used
  `.execute(db);
  const secondsLeft = Math.ceil(window + hourSeconds - now().getTime() / 1000);
  return { used: rows[0]?.used ?? 0, secondsLeft };
}
