/**
 * Paise as a JSON number with exactly two decimals, such as `1234.50`, for `JSON.stringify`. The
 * amount never becomes a JavaScript number, so no float rounds it.
 */
export function jsonRupees(paise: bigint): object {
  return JSON.rawJSON(`${paise / 100n}.${(paise % 100n).toString().padStart(2, "0")}`);
}

/**
 * Rupees in an answer → paise. More than two decimals, as in a tax, are rounded half up. `String`
 * returns a JSON number's own digits, so 0.18 is exactly 18 paise.
 * @returns undefined for a missing or negative amount, or one with an exponent.
 */
export function paiseOf(rupees: unknown): bigint | undefined {
  if (typeof rupees !== "number" && typeof rupees !== "string") return undefined;
  const match = /^(\d{1,13})(?:\.(\d{1,20}))?$/.exec(String(rupees));
  if (!match) return undefined;
  const [, whole = "0", decimals = ""] = match;
  const thousandths = BigInt(whole) * 1000n + BigInt(decimals.slice(0, 3).padEnd(3, "0"));
  return (thousandths + 5n) / 10n;
}
