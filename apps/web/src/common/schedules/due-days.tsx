import type { DueDay } from "@rokad/contract/payout-schedule";
import { formatTime } from "../../ui/dates.ts";
import { formatDueDay, noteOf } from "./due-day-text.ts";

/** Due days in their order, each with why it moved. */
export function DueDays({ days }: { days: readonly DueDay[] }) {
  return (
    <ol className="grid gap-1.5 text-dense tabular-nums">
      {days.map((day) => (
        <li key={day.due_on} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>
            {formatDueDay(day.due_on)}, {formatTime(day.due_at)}
          </span>
          <span className="text-muted">{noteOf(day)}</span>
        </li>
      ))}
    </ol>
  );
}
