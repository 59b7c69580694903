/**
 * Full-width letters and the digits of other scripts as ASCII: `१२३` and `１２３` are 123. Superscripts
 * and fractions stay as they are, because `10²` is not 102, and the field then refuses them.
 */
export function asAscii(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text
    .replaceAll(/\P{No}+/gu, (part) => part.normalize("NFKC"))
    .replaceAll(/[^\P{Nd}0-9]/gu, (digit) => String(valueOfDigit(digit.codePointAt(0) ?? 0)));
}

/** Unicode has the decimal digits of each script in one row of ten, from its zero (section 4.6). */
function valueOfDigit(code: number): number {
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  // Rows without a gap between them, such as the mathematical digits, begin ten apart.
  return (code - first) % 10;
}
