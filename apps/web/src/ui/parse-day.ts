/** The format of the API and the address: `YYYY-MM-DD`. */
const isoForm = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
/** The Indian order: day, month, year, with any usual separator. */
const indianForm = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})$/;
const digitsForm = /^(\d{2})(\d{2})(\d{4})$/;
const shortYearForm = /^(\d{1,2}[/.\-\s]\d{1,2}[/.\-\s])(\d{2})$/;

/** Reads a typed or pasted date; undefined when it is incomplete or does not exist. */
export function parseDay(text: string): string | undefined {
  const iso = isoForm.exec(text);
  if (iso) return realDay(iso[1], iso[2], iso[3]);
  const indian = indianForm.exec(text) ?? digitsForm.exec(text);
  return indian ? realDay(indian[3], indian[2], indian[1]) : undefined;
}

/** As `parseDay` after leaving the field: a two-digit year then belongs to this century. */
export function parseFinishedDay(text: string): string | undefined {
  return parseDay(text) ?? parseDay(text.replace(shortYearForm, "$120$2"));
}

/** "21/11/2026" for a date; any other text unchanged. */
export function formatDayInput(value: string): string {
  const [, year, month, day] = isoForm.exec(value) ?? [];
  return day ? `${day}/${month}/${year}` : value;
}

/**
 * The field's text after a key: only characters of a date. It adds slashes while the user types,
 * because a phone's number pad has none.
 */
export function formatDayTyping(text: string, before: string): string {
  const cleaned = text.replace(/[^\d/.\-\s]/g, "").replace(/([/.\-\s])[/.\-\s]+/g, "$1");
  const isAppending = cleaned.length === before.length + 1 && cleaned.startsWith(before);
  const needsSlash = isAppending && (/^\d{2}$/.test(cleaned) || /^\d{1,2}\/\d{2}$/.test(cleaned));
  return (needsSlash ? `${cleaned}/` : cleaned).slice(0, 10);
}

function realDay(year = "", month = "", day = ""): string | undefined {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text) ? undefined : text;
}
