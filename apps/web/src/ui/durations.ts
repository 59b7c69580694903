import { locale } from "../locale.ts";
import { t } from "../language.ts";

/** A duration in at most two units: "2.3 s", "4 min 10 s", "1 h 5 min". */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return t`${seconds.toLocaleString("en-IN", { maximumFractionDigits: 1 })} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return t`${whole} s`;
  const [minutes, restSeconds] = [Math.floor(whole / 60), whole % 60];
  if (minutes < 60)
    return restSeconds === 0 ? t`${minutes} min` : t`${minutes} min ${restSeconds} s`;
  const [hours, restMinutes] = [Math.floor(minutes / 60), minutes % 60];
  return restMinutes === 0 ? t`${hours} h` : t`${hours} h ${restMinutes} min`;
}

/** "1 minute", "36 hours", "4 days". */
export function formatUnit(count: number, unit: "minute" | "hour" | "day"): string {
  return count.toLocaleString(locale, { style: "unit", unit, unitDisplay: "long" });
}

/** Whole hours: "1 hour", "36 hours", "4 days". */
export function formatHours(hours: number): string {
  return hours % 24 === 0 ? formatUnit(hours / 24, "day") : formatUnit(hours, "hour");
}
