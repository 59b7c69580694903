import type { Activity } from "@rokad/contract/activity";
import { formatMoney } from "@rokad/money/format";
import { Clock, LoaderCircle, TimerOff, Users } from "lucide-react";
import { StatCard } from "../ui/stat-card.tsx";
import { ageOf } from "./ages.ts";
import { useNow } from "./use-now.ts";

/** The figures of this moment. */
export function ActivityCards({ activity }: { activity: Activity | undefined }) {
  const now = useNow();
  const loading = !activity;
  const payouts = activity?.payouts;
  const oldest = (at: string | null | undefined) => (at ? `Oldest: ${ageOf(at, now)}` : "None");
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label="Pending payouts"
        icon={<Clock />}
        loading={loading}
        value={payouts && figure(payouts.pending.count)}
        hint={payouts && formatMoney(payouts.pending.amount)}
        note={
          payouts?.waiting_for_resume.count
            ? `${figure(payouts.waiting_for_resume.count)} wait for a paused provider`
            : oldest(payouts?.pending.oldest_at)
        }
      />
      <StatCard
        label="Processing payouts"
        icon={<LoaderCircle />}
        loading={loading}
        value={payouts && figure(payouts.processing.count)}
        hint={payouts && formatMoney(payouts.processing.amount)}
        note={oldest(payouts?.processing.oldest_at)}
      />
      <StatCard
        label="Overdue"
        icon={<TimerOff />}
        loading={loading}
        tone={payouts && payouts.overdue_count > 0 ? "bad" : "plain"}
        value={payouts && figure(payouts.overdue_count)}
        hint={
          payouts?.oldest_due_at
            ? `Due for ${ageOf(payouts.oldest_due_at, now)}`
            : "Nothing is due just now"
        }
        note={payouts && `${figure(payouts.retried_count)} asked about more than once`}
      />
      <StatCard
        label="Signed in"
        icon={<Users />}
        loading={loading}
        value={activity && figure(activity.sessions.people_count)}
        hint={
          activity &&
          (activity.sessions.count === 1
            ? "In 1 session"
            : `In ${figure(activity.sessions.count)} sessions`)
        }
        note=""
      />
    </div>
  );
}

const figure = (value: number) => value.toLocaleString("en-IN");
