/**
 * Rupees as a person gives them → whole paise. No rounding: what has more than two decimals,
 * is negative, or is written with an exponent is refused.
 * @param rupees a JSON number or plain decimal text, such as `1506.15`.
 * @throws {RangeError} when it is not an amount in rupees.
 */
export function rupeesToPaise(rupees: number | string): bigint {
  const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(rupees));
  if (!match) throw new RangeError(`${rupees} is not an amount in rupees and paise`);
  const [, whole = "0", decimals = ""] = match;
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, "0"));
}

/**
 * Takes a percentage of an amount, rounded half up to a paisa: 18 % of 500 paise is 90.
 * @param percent at most four decimals, as a number: 18 or 0.5.
 */
export function percentOf(paise: bigint, percent: number): bigint {
  const tenThousandths = BigInt(Math.round(percent * 10_000));
  return (paise * tenThousandths + 500_000n) / 1_000_000n;
}
