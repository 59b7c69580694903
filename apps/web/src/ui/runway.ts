import { t } from "../super-admin-language.ts";

const hoursPerDay = 24;
const daysFrom = 72;

/** How long a balance lasts: "2.5 hours", "1 hour", "12 days". */
export function formatRunway(hours: number): string {
  if (hours >= daysFrom) return t`${Math.floor(hours / hoursPerDay).toLocaleString("en-IN")} days`;
  return hours === 1 ? t`1 hour` : t`${hours.toLocaleString("en-IN")} hours`;
}
