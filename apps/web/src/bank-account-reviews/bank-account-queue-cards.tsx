import type { BankAccountQueue } from "@rokad/contract/bank-account-reviews";
import { CalendarCheck, Clock, Hourglass } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { Age } from "../ui/age.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { StatCard } from "../ui/stat-card.tsx";

/** The figures of the whole queue, independent of the filters. */
export function BankAccountQueueCards({ of: queue }: { of: BankAccountQueue | undefined }) {
  const loading = !queue;
  const oldest = queue?.oldest_waiting_at;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3 xl:gap-4">
      <StatCard
        label={t`Waiting`}
        icon={<Clock />}
        value={queue && queue.waiting.toLocaleString("en-IN")}
        hint={t`Deposits need an approved account`}
        loading={loading}
      />
      <StatCard
        label={t`Oldest waiting`}
        icon={<Hourglass />}
        value={oldest ? <Age of={oldest} plain /> : "–"}
        hint={oldest ? t`Since ${formatDayAndTime(oldest)}` : t`Nothing waiting`}
        loading={loading}
      />
      <StatCard
        label={t`Decided today`}
        icon={<CalendarCheck />}
        value={queue && (queue.approved_today + queue.rejected_today).toLocaleString("en-IN")}
        hint={
          queue &&
          t`${queue.approved_today.toLocaleString("en-IN")} approved, ${queue.rejected_today.toLocaleString("en-IN")} rejected`
        }
        loading={loading}
      />
    </div>
  );
}
