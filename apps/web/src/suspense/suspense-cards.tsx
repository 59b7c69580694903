import type { SuspenseQueue } from "@rokad/contract/suspense";
import { formatMoney } from "@rokad/money/format";
import { CalendarCheck, Clock, Hourglass, UsersRound } from "lucide-react";
import { Age } from "../ui/age.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { StatCard } from "../ui/stat-card.tsx";

/** What lies in suspense, whatever the filter shows. */
export function SuspenseCards({ of: queue }: { of: SuspenseQueue | undefined }) {
  const loading = !queue;
  const oldest = queue?.oldest_waiting_at;
  const limit = queue?.second_approval_above;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label="In suspense"
        icon={<Clock />}
        value={queue && formatMoney(queue.waiting_amount)}
        hint={queue && credits(queue.waiting)}
        loading={loading}
      />
      <StatCard
        label="Oldest"
        icon={<Hourglass />}
        value={oldest ? <Age of={oldest} plain /> : "–"}
        hint={oldest ? `Since ${formatDayAndTime(oldest)}` : "Nothing waits"}
        loading={loading}
      />
      <StatCard
        label="Second decision"
        icon={<UsersRound />}
        value={queue && queue.half_decided.toLocaleString("en-IN")}
        hint={limit ? `Needed above ${formatMoney(limit)}` : "No limit is set"}
        loading={loading}
      />
      <StatCard
        label="Decided today"
        icon={<CalendarCheck />}
        value={queue && queue.decided_today.toLocaleString("en-IN")}
        hint="Assigned, returned, dismissed"
        loading={loading}
      />
    </div>
  );
}

function credits(count: number): string {
  return `${count.toLocaleString("en-IN")} ${count === 1 ? "credit" : "credits"}`;
}
