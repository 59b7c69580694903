import { sql } from "kysely";
import { isTimeSimulated, now } from "../kernel/clock.ts";
import { log } from "../kernel/log.ts";
import { database } from "./db.ts";

/**
 * The largest difference between a process's clock and the database's. Leases compare the clocks
 * of all processes: one that is ahead by more than a lease takes payouts that are in flight.
 */
export const clockDifferenceSecondsMax = 5;

let differenceMs = 0;

/**
 * Measures by how many milliseconds this process's clock is ahead of the database's; a negative
 * number is behind. Half of the round trip counts as the way to the database.
 */
export async function measureClockDifference(): Promise<number> {
  const sentAt = now().getTime();
  const began = performance.now();
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database());
  const halfRoundTripMs = (performance.now() - began) / 2;
  const databaseTime = rows[0]?.at.getTime() ?? sentAt;
  return Math.round(sentAt + halfRoundTripMs - databaseTime);
}

/** Measures the difference and remembers it. Logs one line when it is above the limit. */
export async function checkClock(): Promise<void> {
  if (isTimeSimulated()) return;
  differenceMs = await measureClockDifference();
  const problem = clockProblem();
  if (problem) log().error({ differenceMs }, `No work in the background is done: ${problem}`);
}

/** Whether this process may lease work and run the periodic tasks of a worker. */
export function isClockRight(): boolean {
  return Math.abs(differenceMs) <= clockDifferenceSecondsMax * 1_000;
}

/** What is wrong with the clock, as a sentence for operators; undefined when nothing is. */
export function clockProblem(): string | undefined {
  if (isClockRight()) return undefined;
  const seconds = Math.round(Math.abs(differenceMs) / 1_000);
  const direction = differenceMs > 0 ? "ahead of" : "behind";
  return `this server's clock is ${seconds} s ${direction} the database's. Check NTP on both`;
}
