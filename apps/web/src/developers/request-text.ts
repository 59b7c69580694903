import type { ApiRequest } from "@rokad/contract/api-requests";
import { locale } from "../locale.ts";
import type { BadgeTone } from "../ui/badge.tsx";
import { formatShortDay } from "../ui/dates.ts";

const time = new Intl.DateTimeFormat(locale, {
  timeZone: "Asia/Kolkata",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hour12: true,
});

/** "21 Nov, 10:42:05 am": two requests of a minute differ. */
export function formatSecond(instant: string): string {
  return `${formatShortDay(instant)}, ${time.format(new Date(instant))}`;
}

/** "0.4 ms", "38 ms", "12.3 s". */
export function formatMicroseconds(us: number): string {
  const [value, unit] = us < 10_000_000 ? [us / 1_000, "ms"] : [us / 1_000_000, "s"];
  const digits = value < 10 || unit === "s" ? 1 : 0;
  return `${value.toLocaleString("en-IN", { maximumFractionDigits: digits })} ${unit}`;
}

/** Refused is the program's to correct, failed is ours. */
export function toneOf({ status }: ApiRequest): BadgeTone {
  if (status >= 500) return "bad";
  return status >= 400 ? "warn" : "good";
}

export type RequestSearch =
  | { readonly request_id: string }
  | { readonly call: string }
  | Record<string, never>;

/** What to search for; undefined if a text is neither a request id nor the name of a call. */
export function parseSearch(text: string): RequestSearch | undefined {
  const word = text.trim();
  if (word === "") return {};
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word)) return { request_id: word };
  return /^[a-z][a-zA-Z]{1,59}$/.test(word) ? { call: word } : undefined;
}
