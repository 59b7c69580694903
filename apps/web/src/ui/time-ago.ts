import { locale } from "../locale.ts";
import { t } from "../language.ts";

const units = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Created on first use, because few pages need it. */
let formatter: Intl.RelativeTimeFormat | undefined;

/** "3 days ago", in the largest unit that fits; "just now" within the first minute. */
export function timeAgo(instant: string, nowMs = Date.now()): string {
  const seconds = (nowMs - new Date(instant).getTime()) / 1000;
  const unit = units.find(([, unitSeconds]) => seconds >= unitSeconds);
  // With a clock behind the server's the time would lie in the future.
  if (!unit) return t`just now`;
  formatter ??= new Intl.RelativeTimeFormat(locale);
  return formatter.format(-Math.floor(seconds / unit[1]), unit[0]);
}
