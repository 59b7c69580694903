import type { Activity } from "@rokad/contract/activity";
import { formatMoney } from "@rokad/money/format";
import { Clock, LoaderCircle, TimerOff, Users } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { StatCard } from "../ui/stat-card.tsx";
import { formatAge } from "./format-age.ts";
import { useNow } from "./use-now.ts";

/** The current figures: payouts, overdue work and sessions. */
export function ActivityCards({ activity }: { activity: Activity | undefined }) {
  const now = useNow();
  const loading = !activity;
  const payouts = activity?.payouts;
  const formatOldest = (at: string | null | undefined) =>
    at ? t`Oldest: ${formatAge(at, now)}` : t`None`;
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label={t`Pending payouts`}
        icon={<Clock />}
        loading={loading}
        value={payouts && formatCount(payouts.pending.count)}
        hint={payouts && formatMoney(payouts.pending.amount)}
        note={
          payouts?.withheld.count
            ? t`${formatCount(payouts.withheld.count)} on hold for inactive tenants`
            : payouts?.waiting_for_resume.count
              ? t`${formatCount(payouts.waiting_for_resume.count)} waiting for a paused provider`
              : formatOldest(payouts?.pending.oldest_at)
        }
      />
      <StatCard
        label={t`Processing payouts`}
        icon={<LoaderCircle />}
        loading={loading}
        value={payouts && formatCount(payouts.processing.count)}
        hint={payouts && formatMoney(payouts.processing.amount)}
        note={formatOldest(payouts?.processing.oldest_at)}
      />
      <StatCard
        label={t`Overdue`}
        icon={<TimerOff />}
        loading={loading}
        tone={payouts && payouts.overdue_count > 0 ? "bad" : "plain"}
        value={payouts && formatCount(payouts.overdue_count)}
        hint={
          payouts?.oldest_due_at
            ? t`Overdue for ${formatAge(payouts.oldest_due_at, now)}`
            : t`Nothing due`
        }
        note={payouts && t`${formatCount(payouts.retried_count)} checked more than once`}
      />
      <StatCard
        label={t`Signed in`}
        icon={<Users />}
        loading={loading}
        value={activity && formatCount(activity.sessions.people_count)}
        hint={
          activity &&
          (activity.sessions.count === 1
            ? t`In 1 session`
            : t`In ${formatCount(activity.sessions.count)} sessions`)
        }
        note=""
      />
    </div>
  );
}

const formatCount = (value: number) => value.toLocaleString("en-IN");
