import { asciiDigits } from "@rokad/money/ascii-digits";

const mobileDigits = 10;

/**
 * Reads the ten digits of an Indian mobile number from typed, pasted or autofilled text:
 * "98765 43210", "+91 98765-43210", "098765 43210". Other characters and further digits are dropped.
 */
export function parseMobile(text: string): string {
  const digits = digitsOf(text);
  // Only a complete number loses its country code: 91987 65432 may be the start of one.
  const national = /^(?:0091|91|0)(\d{10})$/.exec(digits)?.[1] ?? digits;
  return national.slice(0, mobileDigits);
}

/** True for a complete number: pasting one replaces the whole field. */
export function isCompleteMobile(text: string): boolean {
  return digitsOf(text).length >= mobileDigits;
}

/** Not from clean-field.ts, whose other functions the sign-in page does not need. */
function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, "");
}
