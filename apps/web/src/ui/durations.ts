/** A duration in at most two units: "2.3 s", "4 min 10 s", "1 h 5 min". */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${seconds.toLocaleString("en-IN", { maximumFractionDigits: 1 })} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const [minutes, restSeconds] = [Math.floor(whole / 60), whole % 60];
  if (minutes < 60) return restSeconds === 0 ? `${minutes} min` : `${minutes} min ${restSeconds} s`;
  const [hours, restMinutes] = [Math.floor(minutes / 60), minutes % 60];
  return restMinutes === 0 ? `${hours} h` : `${hours} h ${restMinutes} min`;
}

/** Whole hours: "1 hour", "36 hours", "4 days". */
export function formatHours(hours: number): string {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, "day"] : [hours, "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
