import type { DepositQueue } from "@rokad/contract/deposit-reviews";
import { formatMoney } from "@rokad/money/format";
import { CalendarCheck, Clock, Hourglass, UsersRound } from "lucide-react";
import { Age } from "../ui/age.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { StatCard } from "../ui/stat-card.tsx";

/** What waits and what was done, whatever the filters show. */
export function DepositQueueCards({ of: queue }: { of: DepositQueue | undefined }) {
  const loading = !queue;
  const oldest = queue?.oldest_waiting_at;
  const limit = queue?.second_approval_above;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label="Waiting"
        icon={<Clock />}
        value={queue && formatMoney(queue.waiting_amount)}
        hint={queue && requests(queue.waiting)}
        loading={loading}
      />
      <StatCard
        label="Oldest waiting"
        icon={<Hourglass />}
        value={oldest ? <Age of={oldest} plain /> : "–"}
        hint={oldest ? `Since ${formatDayAndTime(oldest)}` : "Nothing waits"}
        loading={loading}
      />
      <StatCard
        label="Second approval"
        icon={<UsersRound />}
        value={queue && queue.half_approved.toLocaleString("en-IN")}
        hint={limit ? `Needed above ${formatMoney(limit)}` : "No limit is set"}
        loading={loading}
      />
      <StatCard
        label="Decided today"
        icon={<CalendarCheck />}
        value={queue && (queue.approved_today + queue.rejected_today).toLocaleString("en-IN")}
        hint={
          queue &&
          `${formatMoney(queue.approved_today_amount)} approved, ${queue.rejected_today.toLocaleString("en-IN")} rejected`
        }
        loading={loading}
      />
    </div>
  );
}

function requests(count: number): string {
  return `${count.toLocaleString("en-IN")} ${count === 1 ? "request" : "requests"}`;
}
