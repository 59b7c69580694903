import { dateRangeErrors } from "@rokad/contract/fields";

/**
 * Each function reads one search parameter. Invalid values count as missing, so that an old or
 * mistyped link still opens the page. Defaults are undefined and stay out of the address.
 */
export function readOption<const T extends string>(
  value: unknown,
  allowed: readonly T[],
): T | undefined {
  return allowed.find((option) => option === value);
}

/** A date as `YYYY-MM-DD`. */
export function readDay(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** The first and last day of a period; an invalid period counts as missing. */
export function readDays(from: unknown, to: unknown): Days {
  const range = { from: readDay(from), to: readDay(to) };
  return Object.keys(dateRangeErrors(range)).length > 0 ? {} : range;
}

export type Paged<Filters> = Filters & { page?: number | undefined };

/** A page number from 2; page 1 is the default. */
export function readPage(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 && page <= 10_000_000 ? page : undefined;
}

/** Accepts numbers too, because the router parses digits as a number: a phone, a UTR. */
export function readText(value: unknown, charsMax = 100): string | undefined {
  const source = typeof value === "number" ? String(value) : value;
  const text = typeof source === "string" ? source.trim().slice(0, charsMax) : "";
  return text || undefined;
}
