const units = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Made when it is first asked for, as few pages do. */
let words: Intl.RelativeTimeFormat | undefined;

/** "3 days ago", in the largest unit that fits; "just now" within the first minute. */
export function timeAgo(instant: string, nowMs = Date.now()): string {
  const seconds = (nowMs - new Date(instant).getTime()) / 1000;
  const unit = units.find(([, long]) => seconds >= long);
  // A clock that is behind the server's must not tell of the future.
  if (!unit) return "just now";
  words ??= new Intl.RelativeTimeFormat("en-IN");
  return words.format(-Math.floor(seconds / unit[1]), unit[0]);
}
