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
