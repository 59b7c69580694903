import { dateTimeInIndia } from "../../kernel/days.ts";

/** A time in India without its seconds, `21/11/2026 14:05`: the form in messages to reviewers. */
export function minuteInIndia(at: Date): string {
  return dateTimeInIndia(at).slice(0, -":00".length);
}
