import { formatDay, formatTime } from "./dates.ts";

/** The day above the time in a table cell; both on one line in a card. */
export function When({ at }: { at: string }) {
  return (
    <>
      <span className="block max-md:inline">{formatDay(at)}</span>{" "}
      <span className="text-xs text-muted">{formatTime(at)}</span>
    </>
  );
}
