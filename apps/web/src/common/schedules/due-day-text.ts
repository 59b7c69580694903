import type { DueDay } from "@rokad/contract/payout-schedule";
import { formatWeekday } from "../../ui/dates.ts";
import { joinAnd } from "../../ui/join-words.ts";
import { t } from "../../language.ts";

/** Why a due day is not the day of its rule, or is not certain; empty if it is plain. */
export function noteOf({ rule_day: ruleDay, moved_because: why, is_known: isKnown }: DueDay) {
  const moved = why ? t`Instead of ${formatWeekday(ruleDay)} (${why})` : "";
  return isKnown ? moved : [moved, t`Bank holidays not known yet`].filter(Boolean).join(". ");
}

/** `The bank holidays of 2027 are not known yet`. */
export const missingHolidays = (years: readonly number[]) =>
  t`The bank holidays of ${joinAnd(years.map(String))} are not known yet`;
