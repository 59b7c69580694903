import { useEffect, useState } from "react";
import { t } from "../super-admin-language.ts";
import { formatUnit } from "./durations.ts";
import { formatDayAndTime, formatShortDay, formatTime } from "./dates.ts";
import { timeAgo } from "./time-ago.ts";

const minuteMs = 60_000;
const steps = [
  [60, "minute"],
  [24, "hour"],
  [Infinity, "day"],
] as const;

/** How long ago, rounded down: "just now", "5 minutes", "3 hours", "12 days". */
export function formatAge(instant: string, nowMs: number): string {
  let count = Math.floor((nowMs - new Date(instant).getTime()) / minuteMs);
  if (count < 1) return t`just now`;
  for (const [most, unit] of steps) {
    if (count < most) return formatUnit(count, unit);
    count = Math.floor(count / most);
  }
  return "";
}

/** The time now, updated every minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** "5 minutes ago", updated every minute. */
export function TimeAgo({ of }: { of: string }) {
  return <time dateTime={of}>{timeAgo(of, useMinute())}</time>;
}

/** The age, updated every minute, with the exact time below. */
export function Age({ of, plain = false }: { of: string; plain?: boolean }) {
  const age = formatAge(of, useMinute());
  if (plain) return <time dateTime={of}>{age}</time>;
  return (
    <time dateTime={of} title={formatDayAndTime(of)}>
      <span className="block max-md:inline">{age}</span>{" "}
      <span className="text-xs text-muted">
        {formatShortDay(of)}, {formatTime(of)}
      </span>
    </time>
  );
}
