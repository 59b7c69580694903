import { Age } from "../ui/age.tsx";
import { formatShortDay, formatTime } from "../ui/dates.ts";
import { StatusBadge } from "../ui/status-badge.tsx";

interface StandingProps {
  status: string;
  created: string;
  decided: string | null;
  by: string | null;
}

/** How long it waits; once decided, how, when and by whom. */
export function Standing({ status, created, decided, by }: StandingProps) {
  if (status === "pending") return <Age of={created} />;
  return (
    <div className="grid gap-1 max-md:justify-items-end">
      <StatusBadge status={status} />
      {decided && (
        <span className="text-xs text-muted">
          {formatShortDay(decided)}, {formatTime(decided)}
        </span>
      )}
      {by && (
        <span className="block max-w-36 truncate text-xs text-muted" title={by}>
          by {by}
        </span>
      )}
    </div>
  );
}
