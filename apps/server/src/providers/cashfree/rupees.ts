/**
 * The amount as a JSON number with exactly two decimals, `1234.50`, for a body that
 * `JSON.stringify` writes. It is never a number of ours, so no float ever holds it.
 */
export function jsonRupees(paise: bigint): object {
  return JSON.rawJSON(`${paise / 100n}.${(paise % 100n).toString().padStart(2, "0")}`);
}

/**
 * Rupees in an answer → paise, half up where there are more than two decimals, as a tax may have.
 * A JSON number's own digits come back from `String`, so 0.18 is exactly 18 paise.
 * @returns undefined for what is no amount: absent, negative or written with an exponent
 */
export function paiseOf(rupees: unknown): bigint | undefined {
  if (typeof rupees !== "number" && typeof rupees !== "string") return undefined;
  const match = /^(\d{1,13})(?:\.(\d{1,20}))?$/.exec(String(rupees));
  if (!match) return undefined;
  const [, whole = "0", decimals = ""] = match;
  const thousandths = BigInt(whole) * 1000n + BigInt(decimals.slice(0, 3).padEnd(3, "0"));
  return (thousandths + 5n) / 10n;
}
