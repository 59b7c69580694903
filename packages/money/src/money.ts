/**
 * An amount in a currency's smallest unit: `{amount: 150615, currency: "INR"}` is ₹1,506.15.
 * The amount is always a whole number; no calculation uses fractions.
 */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** Thrown for an amount that is not a whole number of the smallest unit. */
export class NonIntegerAmountError extends Error {
  override name = "NonIntegerAmountError";
}

/** Thrown when amounts of different currencies are added. */
export class MixedCurrencyError extends Error {
  override name = "MixedCurrencyError";
}

/**
 * Creates a money value.
 * @param amount a safe integer in the smallest unit (paise for INR).
 * @param currency an ISO 4217 code.
 * @throws {NonIntegerAmountError} for a fraction, NaN, an infinity or an unsafe integer.
 */
export function money(amount: number, currency = "INR"): Money {
  if (!Number.isSafeInteger(amount)) {
    throw new NonIntegerAmountError(
      `An amount must be a whole number of ${currency}'s smallest unit, not ${amount}`,
    );
  }
  return { amount, currency };
}

/**
 * Adds two amounts of one currency.
 * @throws {MixedCurrencyError} when the currencies differ.
 */
export function add(a: Money, b: Money): Money {
  if (a.currency !== b.currency) {
    throw new MixedCurrencyError(`${a.currency} and ${b.currency} can't be added`);
  }
  return money(a.amount + b.amount, a.currency);
}

/** Subtracts `b` from `a`. The result has the currency of `a`, as the specification requires. */
export function subtract(a: Money, b: Money): Money {
  return money(a.amount - b.amount, a.currency);
}

/** The number of decimals of a currency: 2 for INR, 0 for JPY. */
export function minorUnitDigits(currency: string): number {
  const known = digitsOf.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  digitsOf.set(currency, digits);
  return digits;
}

/** A cache: creating an `Intl.NumberFormat` took 70 % of the time of an export. */
const digitsOf = new Map<string, number>();

/**
 * The amount as exact decimal text, without grouping: 150615 paise is `"1506.15"`. Moves the point
 * in the digits, because a division would round large amounts.
 * @throws {NonIntegerAmountError} for an amount that is not a whole number.
 */
export function toDecimal({ amount, currency }: Money): string {
  const digits = minorUnitDigits(currency);
  const whole = money(amount, currency).amount;
  const text = Math.abs(whole)
    .toString()
    .padStart(digits + 1, "0");
  const sign = whole < 0 ? "-" : "";
  if (digits === 0) return sign + text;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
