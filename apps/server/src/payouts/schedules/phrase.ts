import { formatMoney } from "@rokad/money/format";
import { inr } from "../../kernel/money.ts";
import type { StoredSchedule } from "./stored-schedule.ts";

/** `₹25,000.00 to Asha Rao`. */
export function phraseOf(schedule: Pick<StoredSchedule, "amount_paise" | "beneficiary_name">) {
  return `${formatMoney(inr(schedule.amount_paise))} to ${schedule.beneficiary_name}`;
}

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const dayAndMonth = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});

/** `Friday 27 November`, of a day `YYYY-MM-DD`. */
export function dayInWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return `${weekday.format(date)} ${dayAndMonth.format(date)}`;
}
