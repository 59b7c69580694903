import { randomBytes } from "node:crypto";
import { z } from "zod";
import { now } from "./clock.ts";
import { startOfDay } from "./days.ts";
import { digest } from "./ids.ts";

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
 * `RKA2F8Q3ZK8M2W4XD`: RK, the cell, the day in three characters (until 2064) and 55 random bits. A
 * day of a million payouts has a collision with a chance of 1 in 70,000, and the unique index then
 * rejects it. 17 characters fit every provider's field. References from before cells have no letter
 * and 16 characters; the day is their third, a digit until 2047.
 */
export function newReference(): string {
  return write(dayOf(now()), randomBytes(11));
}

/**
 * The reference of a payout that `order` asks for: the same for an equal order, so that a provider
 * knows a payout that the database has lost and creates again. It has the form of a new one, with
 * bits of the order's digest; the first of its 15 bits of the day, which a new one lacks, is set.
 * @param orderedAt gives the day; the reference is another one on another day.
 */
export function referenceOf(order: object, orderedAt: Date): string {
  return write(dayOf(orderedAt) | derivedBit, digest(order).subarray(0, 11));
}

/**
 * What never changes in the calls for a payout: its reference if that is its order's, otherwise its
 * id, as for every payout from before such references.
 */
export function providerKeyOf({ id, reference }: Readonly<Record<"id" | "reference", string>>) {
  const isOfOrder = reference.length === 17 && (letters.indexOf(reference.charAt(3)) & 16) > 0;
  return isOfOrder ? reference : id;
}

const derivedBit = 1 << 14;

const dayOf = (at: Date): number => Math.floor((at.getTime() - firstDay) / dayMs);

function write(day: number, bits: Uint8Array): string {
  const dayLetters = [10, 5, 0].map((shift) => letters[(day >> shift) & 31]).join("");
  return `RK${cell}${dayLetters}${Array.from(bits, (byte) => letters[byte & 31]).join("")}`;
}
