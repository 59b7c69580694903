import { formatDay, formatExactTime, formatTime } from "./dates.ts";

/** The day above the time in a table cell, with its second if `exact`; both on one line in a card. */
export function When({ at, exact = false }: { at: string; exact?: boolean }) {
  return (
    <>
      <span className="block max-md:inline group-data-compact/table:inline">{formatDay(at)}</span>{" "}
      <span className="text-xs text-muted">{(exact ? formatExactTime : formatTime)(at)}</span>
    </>
  );
}
