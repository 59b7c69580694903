/**
 * Converts rupees to whole paise, without rounding.
 * @param rupees a JSON number or decimal text, such as `1506.15`.
 * @throws {RangeError} for more than two decimals, a negative amount, an exponent, or other text.
 */
export function rupeesToPaise(rupees: number | string): bigint {
  const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(rupees));
  if (!match) throw new RangeError(`${rupees} is not an amount in rupees and paise`);
  const [, whole = "0", decimals = ""] = match;
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, "0"));
}

/**
 * A percentage of an amount, rounded half up to a paisa: 18 % of 500 paise is 90.
 * @param percent with at most four decimals: 18 or 0.5.
 * @returns paise.
 */
export function percentOf(paise: bigint, percent: number): bigint {
  const tenThousandths = BigInt(Math.round(percent * 10_000));
  return (paise * tenThousandths + 500_000n) / 1_000_000n;
}
