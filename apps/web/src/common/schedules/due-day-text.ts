import type { DueDay } from "@rokad/contract/payout-schedule";

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** `Fri, 27 Nov 2026`, of a day `YYYY-MM-DD`. */
export const formatDueDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** Why a due day is not the day of its rule, or is not certain; empty if it is plain. */
export function noteOf({ rule_day: ruleDay, moved_because: why, is_known: isKnown }: DueDay) {
  const moved = why ? `Instead of ${formatDueDay(ruleDay)} (${why})` : "";
  return isKnown ? moved : [moved, "Bank holidays not known yet"].filter(Boolean).join(". ");
}

/** `The bank holidays of 2027 are not known yet`. */
export const missingHolidays = (years: readonly number[]) =>
  `The bank holidays of ${years.join(" and ")} are not known yet`;
