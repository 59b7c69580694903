/** A day as the server and the address know it: `YYYY-MM-DD`. */
const isoForm = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
/** As people in India write it: day, month, year, with any of the usual separators or none. */
const indianForm = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})$/;
const digitsForm = /^(\d{2})(\d{2})(\d{4})$/;
const shortYearForm = /^(\d{1,2}[/.\-\s]\d{1,2}[/.\-\s])(\d{2})$/;

/** The day that a typed or pasted text means; undefined for one that is not whole or not real. */
export function typedDay(text: string): string | undefined {
  const iso = isoForm.exec(text);
  if (iso) return realDay(iso[1], iso[2], iso[3]);
  const indian = indianForm.exec(text) ?? digitsForm.exec(text);
  return indian ? realDay(indian[3], indian[2], indian[1]) : undefined;
}

/** As `typedDay`, once the person has left the field: two digits are then a year of this century. */
export function finishedDay(text: string): string | undefined {
  return typedDay(text) ?? typedDay(text.replace(shortYearForm, "$120$2"));
}

/** "21/11/2026" for a day, and what is no day just as it is. */
export function shownDay(value: string): string {
  const [, year, month, day] = isoForm.exec(value) ?? [];
  return day ? `${day}/${month}/${year}` : value;
}

/**
 * What stands in the field after a key: only what a date is made of, and the slashes of a day that
 * is typed straight on, since a phone's number pad has none.
 */
export function tidyTyping(text: string, before: string): string {
  const kept = text.replace(/[^\d/.\-\s]/g, "").replace(/([/.\-\s])[/.\-\s]+/g, "$1");
  const typedOn = kept.length === before.length + 1 && kept.startsWith(before);
  const wantsSlash = typedOn && (/^\d{2}$/.test(kept) || /^\d{1,2}\/\d{2}$/.test(kept));
  return (wantsSlash ? `${kept}/` : kept).slice(0, 10);
}

function realDay(year = "", month = "", day = ""): string | undefined {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text) ? undefined : text;
}
