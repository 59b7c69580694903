import { randomBytes } from "node:crypto";
import { now } from "../clock.ts";
import { startOfDay } from "../days.ts";

/** Crockford's base 32: no I, L, O or U, so that a reference survives being read aloud. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const firstDay = startOfDay("2020-01-01").getTime();
const dayMs = 24 * 60 * 60 * 1000;

/**
 * A payout's reference, as in `RK2F8Q3ZK8M2W4XD`: RK, the day in three letters (good until
 * 2109), and 55 random bits, so that even a day of a million payouts has one chance in 70,000
 * of a collision, which the unique index then refuses. Sixteen capital letters and digits: it
 * fits a phone's screen and every provider's reference field.
 */
export function newReference(): string {
  const day = Math.floor((now().getTime() - firstDay) / dayMs);
  const dayLetters = [10, 5, 0].map((shift) => letters[(day >> shift) & 31]).join("");
  const random = Array.from(randomBytes(11), (byte) => letters[byte & 31]).join("");
  return `RK${dayLetters}${random}`;
}
