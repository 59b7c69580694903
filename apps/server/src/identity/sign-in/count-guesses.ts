import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";

/** Whose wrong codes count together: one known browser's, or those of all other browsers. */
export interface GuessCounter {
  readonly mobile: string;
  readonly purpose: string;
  /** The hash of a known browser; null for all others and for sessions. */
  readonly browser: Buffer | null;
}

/** The wrong codes of the last 24 hours. The row stays locked until the commit. */
export interface CodeGuesses {
  readonly wrongAt: readonly Date[];
  readonly pausedUntil: Date | null;
}

const daySeconds = 24 * 60 * 60;

/** @returns the error while this counter is paused. */
export async function findPause(db: Db, counter: GuessCounter): Promise<ApiError | undefined> {
  const row = await db
    .selectFrom("code_guesses")
    .select("paused_until")
    .where("mobile", "=", counter.mobile)
    .where("purpose", "=", counter.purpose)
    .where("browser_hash", "=", keyOf(counter))
    .executeTakeFirst();
  return pauseError(counter, row?.paused_until ?? null);
}

/** Locks the counter, so that parallel tries of several codes count one after the other. */
export async function lockGuesses(db: Tx, counter: GuessCounter): Promise<CodeGuesses> {
  const { rows } = await sql<CodeGuesses>`
    insert into code_guesses (mobile, purpose, browser_hash)
    values (${counter.mobile}, ${counter.purpose}, ${keyOf(counter)})
    on conflict (mobile, purpose, browser_hash) do update set mobile = excluded.mobile
    returning wrong_at as "wrongAt", paused_until as "pausedUntil"
  `.execute(db);
  return rows[0] ?? { wrongAt: [], pausedUntil: null };
}

/**
 * Counts a wrong code. From the tenth within 24 hours on, each is followed by a longer pause.
 * @returns true when a pause follows, of which the owner of the number hears.
 */
export async function countGuess(
  db: Tx,
  counter: GuessCounter,
  { wrongAt }: CodeGuesses,
): Promise<boolean> {
  const dayAgo = secondsFromNow(-daySeconds);
  const recent = [...wrongAt.filter((at) => at > dayAgo), now()];
  const pauses = limits.otpPauseMinutes;
  const beyond = recent.length - limits.otpWrongTriesPerDayMax;
  const minutes = beyond < 0 ? 0 : (pauses[Math.min(beyond, pauses.length - 1)] ?? 0);
  const pausedUntil = minutes > 0 ? secondsFromNow(minutes * 60) : null;
  await sql`
    update code_guesses
    set wrong_at = ${recent}::timestamptz[], paused_until = ${pausedUntil}
    where mobile = ${counter.mobile} and purpose = ${counter.purpose}
      and browser_hash = ${keyOf(counter)}
  `.execute(db);
  return pausedUntil !== null;
}

/** Forgets the wrong codes of one known browser, after its right one. */
export async function clearGuesses(db: Tx, counter: GuessCounter): Promise<void> {
  await db
    .deleteFrom("code_guesses")
    .where("mobile", "=", counter.mobile)
    .where("purpose", "=", counter.purpose)
    .where("browser_hash", "=", keyOf(counter))
    .execute();
}

export function pauseError(
  { purpose, browser }: GuessCounter,
  pausedUntil: Date | null,
): ApiError | undefined {
  if (!pausedUntil || pausedUntil <= now()) return undefined;
  const seconds = Math.ceil((pausedUntil.getTime() - now().getTime()) / 1000);
  const minutes = Math.ceil(seconds / 60);
  const wait = `Too many wrong OTPs for this number. Wait ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  const hasOthers = purpose === "sign_in" && browser === null;
  const message = hasOthers ? `${wait}, or use a browser that signed in before.` : `${wait}.`;
  return new ApiError(429, "OTP_PAUSED", message, { retryAfterSeconds: seconds });
}

const keyOf = ({ browser }: GuessCounter) => browser ?? Buffer.alloc(0);
