import { asciiDigits } from "@rokad/money/ascii-digits";
import { money, type Money } from "@rokad/money/money";
import { rupeesToPaise } from "@rokad/money/rupees";

/**
 * Reads a typed or pasted amount in rupees: "1,500.50" and "₹1500.5" are 1500.5. Undefined when
 * empty; NaN when it is not an amount, such as "1e3", so that the form reports it.
 */
export function parseRupees(text: string): number | undefined {
  const plain = text.replace(/[₹,\s]/g, "");
  if (plain === "") return undefined;
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Drops what can't belong to an amount; of "Rs. 1,500" the point too, which would make it 0.15. */
export function keepAmountCharacters(text: string): string {
  return asciiDigits(text)
    .replace(/^\s*(?:rs|inr)\s*\.?/i, "")
    .replace(/[^\d.,]/g, "");
}

/** Rupees as a money value; undefined unless they are whole paise. */
export function toMoney(rupees: number | undefined): Money | undefined {
  if (rupees === undefined) return undefined;
  try {
    return money(Number(rupeesToPaise(rupees)));
  } catch {
    return undefined;
  }
}
