import { t } from "../super-admin-language.ts";
import { formatDuration } from "../ui/durations.ts";

/** The time since an instant: "45 s", "6 min 12 s", "3 h 5 min", and from two days "4 days". */
export function formatAge(instant: string, now: number): string {
  const seconds = Math.max(Math.round((now - new Date(instant).getTime()) / 1_000), 0);
  const days = Math.floor(seconds / (24 * 60 * 60));
  return days >= 2 ? t`${days.toLocaleString("en-IN")} days` : formatDuration(seconds);
}

/** The time until an instant: "in 45 s", or "now" if it has passed. */
export function formatTimeUntil(instant: string, now: number): string {
  const seconds = Math.round((new Date(instant).getTime() - now) / 1_000);
  return seconds <= 0 ? t`now` : t`in ${formatDuration(seconds)}`;
}
