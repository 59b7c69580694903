import { asciiDigits } from "./ascii-digits.ts";

/**
 * Full-width letters and the digits of other scripts as ASCII: `१२३` and `１２３` are 123. Superscripts
 * and fractions stay as they are, because `10²` is not 102, and the field then refuses them.
 */
export function asAscii(text: string): string {
  if (isAscii.test(text)) return text;
  return asciiDigits(text.replaceAll(/\P{No}+/gu, (part) => part.normalize("NFKC")));
}

const isAscii = /^[ -~]*$/;
