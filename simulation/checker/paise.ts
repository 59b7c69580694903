// The checker's own arithmetic. It shares none with the product, whose errors it would repeat.

/** The sum of the amounts of a list, in paise. @throws on an amount that is not whole. */
export function sumPaise<T>(list: readonly T[], paiseOf: (item: T) => number | bigint): bigint {
  return list.reduce((sum, item) => sum + BigInt(paiseOf(item)), 0n);
}

/**
 * Paise of a decimal text in rupees, such as `-1506.15`; an empty text is zero.
 * @throws on any other text.
 */
export function parseRupees(text: string): bigint {
  if (text === "") return 0n;
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) throw new Error(`"${text}" is not an amount in rupees`);
  const [, sign = "", rupees = "", decimals = ""] = match;
  const paise = BigInt(rupees) * 100n + BigInt(decimals.padEnd(2, "0"));
  return sign === "-" ? -paise : paise;
}
