import { asciiDigits } from "@rokad/money/ascii-digits";

/** Length of a one-time code. */
export const codeDigits = 6;

/**
 * Reads the code from typed, pasted or autofilled text: six digits in a row, as in an SMS, else all
 * digits in order, as in "12 34 56", at most six.
 */
export function parseCode(written: string): string {
  const text = asciiDigits(written);
  const sixInARow = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];
  return sixInARow ?? text.replace(/\D/g, "").slice(0, codeDigits);
}
