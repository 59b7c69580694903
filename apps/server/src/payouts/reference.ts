import { randomBytes } from "node:crypto";
import { today } from "../days.ts";

/** Crockford's base 32: no I, L, O or U, so that a reference survives being read aloud. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A payout's reference: RK, the day, and 60 random bits, as in `RK2611217Q3ZK8M2W4XD`. Twenty
 * characters, capital letters and digits only: every provider's reference field takes it.
 */
export function newReference(): string {
  const day = today().slice(2).replaceAll("-", "");
  const random = Array.from(randomBytes(12), (byte) => letters[byte % 32]).join("");
  return `RK${day}${random}`;
}
