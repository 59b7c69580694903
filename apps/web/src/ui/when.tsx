import { formatDay, formatTime } from "./dates.ts";

/** Day over time in a table's cell; on one line in a card. */
export function When({ at }: { at: string }) {
  return (
    <>
      <span className="block max-md:inline">{formatDay(at)}</span>{" "}
      <span className="text-xs text-muted">{formatTime(at)}</span>
    </>
  );
}
