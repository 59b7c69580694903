import { randomBytes } from "node:crypto";
import { z } from "zod";
import { now } from "./clock.ts";
import { startOfDay } from "./days.ts";

/** Crockford's base 32 without I, L, O and U, so that people can read a reference aloud. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const firstDay = startOfDay("2020-01-01").getTime();
const dayMs = 24 * 60 * 60 * 1000;

/** The letter of an installation, such as `A`. */
export const cellRule = z.string().regex(/^[A-Z]$/, "must be one capital letter, A to Z");

let cell = "A";

/** Sets the letter that new references carry: `CELL`. */
export function useCell(letter: string): void {
  cell = letter;
}

/**
 * A new reference for a payout, a virtual account or an account check, for example
 * `RKA2F8Q3ZK8M2W4XD`: RK, the cell, the day in three characters (until 2109) and 55 random bits. A
 * day of a million payouts has a collision with a chance of 1 in 70,000, and the unique index then
 * rejects it. 17 characters fit every provider's field. References from before cells have no letter
 * and 16 characters; the day is their third, a digit until 2047.
 */
export function newReference(): string {
  const day = Math.floor((now().getTime() - firstDay) / dayMs);
  const dayLetters = [10, 5, 0].map((shift) => letters[(day >> shift) & 31]).join("");
  const random = Array.from(randomBytes(11), (byte) => letters[byte & 31]).join("");
  return `RK${cell}${dayLetters}${random}`;
}
