/** The decimal digits of every script as `0` to `9`; all else as it is. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/[^\P{Nd}0-9]/gu, valueOfDigit);
}

/** Unicode has the decimal digits of each script in one row of ten, from its zero (section 4.6). */
function valueOfDigit(digit: string): string {
  let zero = digit.codePointAt(0) as number;
  let value = 0;
  for (; /\p{Nd}/u.test(String.fromCodePoint(zero - 1)); zero -= 1) value += 1;
  // Rows without a gap between them, such as the mathematical digits, begin ten apart.
  return String(value % 10);
}
