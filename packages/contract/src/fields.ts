import * as z from "zod/mini";
import { now } from "./clock.ts";
import { countDays } from "./days.ts";
import { limits } from "./limits.ts";

/** Fields that several calls share, with the specification's exact messages. */

export const mobile = z
  .string({ error: "Mobile number is required" })
  .check(
    z.trim(),
    z.minLength(1, { error: "Mobile number is required", abort: true }),
    z.regex(/^[6-9][0-9]{9}$/, "Please enter a valid 10-digit mobile number"),
  );

export const otp = z
  .string({ error: "OTP is required" })
  .check(
    z.minLength(1, { error: "OTP is required", abort: true }),
    z.regex(/^[0-9]{6}$/, "OTP must be 6 digits"),
  );

/** An OTP, or the proof of a passkey that confirmed the same act instead. */
export const otpOrPasskey = z
  .string({ error: "OTP is required" })
  .check(
    z.minLength(1, { error: "OTP is required", abort: true }),
    z.regex(/^([0-9]{6}|pk_[A-Za-z0-9_-]{43})$/, "OTP must be 6 digits"),
  );

export const id = z.string().check(z.uuid("This is not a valid id"));
export const idParams = z.object({ id });

/** A person, a tenant, a key: what a list shows of it, and what its page is found by. */
export const idName = z
  .object({ id, name: z.string() })
  .register(z.globalRegistry, { id: "IdAndName" });

/** A page number from a query string; 1 by default. */
export function page() {
  return z._default(
    z.coerce
      .number({ error: "page must be a whole number from 1" })
      .check(
        z.int("page must be a whole number from 1"),
        z.minimum(1, "page must be a whole number from 1"),
        z.maximum(10_000_000, "page is too large"),
      ),
    1,
  );
}

/**
 * Rows per page from a query string, at most `limits.pageRowsMax`.
 * @param rows the default.
 */
export function limit(rows: number) {
  const message = `limit must be a whole number from 1 to ${limits.pageRowsMax}`;
  return z._default(
    z.coerce
      .number({ error: message })
      .check(z.int(message), z.minimum(1, message), z.maximum(limits.pageRowsMax, message)),
    rows,
  );
}

/** A calendar day in Asia/Kolkata, `YYYY-MM-DD`, from 1900. */
export const day = requiredDay("Use a date as YYYY-MM-DD");

/** A required day. @param message for a missing day. */
export function requiredDay(message: string) {
  return z
    .string({ error: message })
    .check(
      z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: "Use a date as YYYY-MM-DD", abort: true }),
      z.refine(isRealDay, "This day does not exist"),
    );
}

/**
 * True for a calendar day from 1900, as `YYYY-MM-DD`. For an earlier day, the start of the previous
 * period could be a date that PostgreSQL does not support.
 */
export function isRealDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return (
    value >= oldestDay && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
  );
}
const oldestDay = "1900-01-01";

/** Today in Asia/Kolkata as `YYYY-MM-DD`. */
export function todayInIndia(at: Date = now()): string {
  return new Date(at.getTime() + aheadOfUtcMs).toISOString().slice(0, 10);
}
// India has no daylight saving time. `Intl` would take longer than the other checks of a request.
const aheadOfUtcMs = 5.5 * 60 * 60 * 1000;

interface DateRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Checks a range of days. The specification's rules: `from` is not after `to`, and neither is in
 * the future. Also reports an incomplete or impossible day, because a form keeps what was typed.
 * @returns the message for each end with a mistake.
 */
export function dateRangeErrors(range: DateRange, today = todayInIndia()): DateRange {
  const from = dayError(range.from, "From", today);
  const to = dayError(range.to, "To", today);
  if (from ?? to) return { ...(from && { from }), ...(to && { to }) };
  if (range.from && range.to && range.from > range.to)
    return { from: "From date cannot be after the to date" };
  return {};
}

function dayError(value: string | undefined, end: string, today: string): string | undefined {
  if (!value) return undefined;
  if (!isRealDay(value)) return "Enter a real date as DD/MM/YYYY";
  return value > today ? `${end} date cannot be in the future` : undefined;
}

/** `dateRangeErrors` as a check on an object that holds the two ends under these names. */
export function validDateRange<F extends string, T extends string>(from: F, to: T) {
  return z.check<{ [K in F | T]?: string | undefined }>((context) => {
    const value = context.value;
    const errors = dateRangeErrors({ from: value[from], to: value[to] });
    if (errors.from)
      context.issues.push({ code: "custom", message: errors.from, path: [from], input: value });
    if (errors.to)
      context.issues.push({ code: "custom", message: errors.to, path: [to], input: value });
  });
}

/** A check for a period of at most 366 days; without `to` it ends today. */
export function atMostAYear() {
  return z.check<DateRange>((context) => {
    const { from, to = todayInIndia() } = context.value;
    if (!from || countDays(from, to) <= limits.analyticsDaysMax) return;
    context.issues.push({
      code: "custom",
      message: "Choose a period of at most a year",
      path: ["from"],
      input: context.value,
    });
  });
}
