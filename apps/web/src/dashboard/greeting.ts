import { t } from "../language.ts";

const hourInIndia = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata", hour: "numeric" });

/** "Good morning" before 12:00, "Good afternoon" before 18:00, else "Good evening": in India. */
export function greetingAt(now: Date): string {
  const hour = Number(hourInIndia.format(now));
  return hour < 12 ? t`Good morning` : hour < 18 ? t`Good afternoon` : t`Good evening`;
}
