import { dateRangeErrors } from "@rokad/contract/fields";

/**
 * Reads one search parameter each, forgivingly: what is not understood counts as not given, so an
 * old or mistyped link still opens the page. A default is undefined and stays out of the address.
 */
export function oneOf<const T extends string>(
  value: unknown,
  allowed: readonly T[],
): T | undefined {
  return allowed.find((option) => option === value);
}

/** A day as `YYYY-MM-DD`. */
export function dayIn(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** Both ends of a period. One that no history could have counts as not given. */
export function daysIn(from: unknown, to: unknown): Days {
  const range = { from: dayIn(from), to: dayIn(to) };
  return Object.keys(dateRangeErrors(range)).length > 0 ? {} : range;
}

export type Paged<Filters> = Filters & { page?: number | undefined };

/** A page from 2 on; the first is the default. */
export function pageIn(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 && page <= 10_000_000 ? page : undefined;
}

/** The router reads digits alone as a number, where that loses none of them: a phone, a UTR. */
export function textIn(value: unknown, charsMax = 100): string | undefined {
  const given = typeof value === "number" ? String(value) : value;
  const text = typeof given === "string" ? given.trim().slice(0, charsMax) : "";
  return text || undefined;
}
