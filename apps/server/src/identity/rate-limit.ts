import { sql, type RawBuilder } from "kysely";
import { now } from "../kernel/clock.ts";
import type { Db } from "../database/db.ts";
import { tooManyRequests } from "../kernel/errors.ts";

const hourSeconds = 60 * 60;

/**
 * Counts one use of `key` in the current clock hour, across all servers.
 * @throws 429 `TOO_MANY_REQUESTS` above `atMost` uses, with the seconds until the hour ends.
 */
export async function enforceHourlyLimit(
  db: Db,
  key: string,
  atMost: number,
  message = "Too many requests from your network. Try again later.",
): Promise<void> {
  const { used, secondsLeft } = await countInHour(db, key);
  if (used > atMost) throw tooManyRequests("TOO_MANY_REQUESTS", message, secondsLeft);
}

/**
 * Counts one use of `key` in the current clock hour, across all servers.
 * @returns the uses in this hour, this one included, and the seconds until the hour ends.
 */
export async function countInHour(db: Db, key: string) {
  const { window, secondsLeft } = currentHour();
  const { rows } = await sql<{ used: number }>`
    insert into rate_limits (key, window_start, used) values (${key}, to_timestamp(${window}), 1)
    on conflict (key, window_start) do update set used = rate_limits.used + 1
    returning used
  `.execute(db);
  return { used: rows[0]?.used ?? 0, secondsLeft };
}

/** The uses of `key` in the current clock hour, and the seconds until the hour ends. */
export async function readInHour(db: Db, key: string) {
  const { window, secondsLeft } = currentHour();
  const { rows } = await sql<{ used: number }>`
    select used from rate_limits where key = ${key} and window_start = to_timestamp(${window})
  `.execute(db);
  return { used: rows[0]?.used ?? 0, secondsLeft };
}

/** The same as part of a statement, for a key that it computes. */
export function usesInHour(key: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce((
    select used from rate_limits
    where rate_limits.key = ${key} and window_start = to_timestamp(${currentHour().window})
  ), 0)`;
}

function currentHour() {
  const seconds = now().getTime() / 1000;
  const window = Math.floor(seconds / hourSeconds) * hourSeconds;
  return { window, secondsLeft: Math.ceil(window + hourSeconds - seconds) };
}
