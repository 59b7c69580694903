import type { Money } from "@rokad/money/money";
import { formatMoney } from "@rokad/money/format";
import { CalendarCheck, Clock, Hourglass, UsersRound } from "lucide-react";
import { Age } from "../ui/age.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { StatCard } from "../ui/stat-card.tsx";

/** What any queue of money tells of itself. */
interface Queue {
  readonly waiting: number;
  readonly waiting_amount: Money;
  readonly oldest_waiting_at: string | null;
  /** Above this two people have to decide; null for no limit. */
  readonly second_approval_above: Money | null;
}

interface QueueCardsProps {
  /** Undefined while it is on its way. */
  of: Queue | undefined;
  /** What waits in it: ["request", "requests"]. */
  nouns: readonly [one: string, many: string];
  labels: { readonly waiting: string; readonly oldest: string; readonly second: string };
  /** How many have the first of two decisions. */
  halfDecided: number | undefined;
  decidedToday: number | undefined;
  decidedHint: string | undefined;
}

/** What waits and what was done, whatever the filters show. */
export function QueueCards(props: QueueCardsProps) {
  const { of: queue, nouns, labels, halfDecided, decidedToday, decidedHint } = props;
  const loading = !queue;
  const oldest = queue?.oldest_waiting_at;
  const limit = queue?.second_approval_above;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label={labels.waiting}
        icon={<Clock />}
        value={queue && formatMoney(queue.waiting_amount)}
        hint={queue && `${figure(queue.waiting)} ${nouns[queue.waiting === 1 ? 0 : 1]}`}
        loading={loading}
      />
      <StatCard
        label={labels.oldest}
        icon={<Hourglass />}
        value={oldest ? <Age of={oldest} plain /> : "–"}
        hint={oldest ? `Since ${formatDayAndTime(oldest)}` : "Nothing waits"}
        loading={loading}
      />
      <StatCard
        label={labels.second}
        icon={<UsersRound />}
        value={halfDecided !== undefined && figure(halfDecided)}
        hint={limit ? `Needed above ${formatMoney(limit)}` : "No limit is set"}
        loading={loading}
      />
      <StatCard
        label="Decided today"
        icon={<CalendarCheck />}
        value={decidedToday !== undefined && figure(decidedToday)}
        hint={decidedHint}
        loading={loading}
      />
    </div>
  );
}

function figure(count: number): string {
  return count.toLocaleString("en-IN");
}
