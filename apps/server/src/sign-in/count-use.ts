import { sql } from "kysely";
import { now } from "../clock.ts";
import type { Db } from "../db.ts";
import { tooMany } from "../errors.ts";

const hourSeconds = 60 * 60;

/**
 * Counts one use of something in this hour, over all servers.
 * @throws 429 with the seconds until the hour is over, once `atMost` is passed.
 */
export async function countUse(db: Db, key: string, atMost: number): Promise<void> {
  const { used, secondsLeft } = await countInHour(db, key);
  if (used <= atMost) return;
  throw tooMany(
    "TOO_MANY_REQUESTS",
    "Too many requests from your network. Please try again later.",
    secondsLeft,
  );
}

/** Counts one use, and tells the how-manieth of this hour it is and when the hour is over. */
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
