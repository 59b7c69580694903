import type { DueDay } from "@rokad/contract/payout-schedule";
import { formatTime, formatWeekday } from "../../ui/dates.ts";
import { noteOf } from "./due-day-text.ts";

/** Due days in their order, each with why it moved. */
export function DueDays({ days }: { days: readonly DueDay[] }) {
  return (
    <ol className="grid gap-2 text-dense tabular-nums">
      {days.map((day) => (
        <li key={day.due_on}>
          {formatWeekday(day.due_on)}, {formatTime(day.due_at)}
          <span className="block text-xs text-muted empty:hidden">{noteOf(day)}</span>
        </li>
      ))}
    </ol>
  );
}
