import { t } from "../../super-admin-language.ts";
import { Age } from "../../ui/age.tsx";
import { formatShortDay, formatTime } from "../../ui/dates.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";

interface ReviewStatusProps {
  status: string;
  created: string;
  decided: string | null;
  by: string | null;
}

/** The age of a pending item, or its decision with date and reviewer. */
export function ReviewStatus({ status, created, decided, by }: ReviewStatusProps) {
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
          {t`by ${by}`}
        </span>
      )}
    </div>
  );
}
