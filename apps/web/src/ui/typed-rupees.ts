import { money, type Money } from "@rokad/money/money";
import { rupeesToPaise } from "@rokad/money/rupees";

/**
 * What a person typed or pasted into an amount → rupees: "1,500.50" and "₹1500.5" are 1500.5.
 * Undefined for nothing; NaN for what is no amount, such as "1e3", so that the form says so.
 */
export function typedRupees(text: string): number | undefined {
  const plain = text.replace(/[₹,\s]/g, "");
  if (plain === "") return undefined;
  return /^\d+\.?\d*$|^\.\d+$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Keeps what can belong to an amount; letters don't even appear. */
export function amountCharacters(text: string): string {
  return text.replace(/[^\d.,]/g, "");
}

/** Typed rupees as a money value; undefined for what is no amount in rupees and paise. */
export function moneyTyped(rupees: number | undefined): Money | undefined {
  if (rupees === undefined) return undefined;
  try {
    return money(Number(rupeesToPaise(rupees)));
  } catch {
    return undefined;
  }
}
