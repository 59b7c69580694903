import type { Money } from "@rokad/money/money";
import { formatMoney } from "@rokad/money/format";
import { CalendarCheck, Clock, Hourglass, UsersRound } from "lucide-react";
import { t } from "../../super-admin-language.ts";
import { Age } from "../../ui/age.tsx";
import { formatDayAndTime } from "../../ui/dates.ts";
import { StatCard } from "../../ui/stat-card.tsx";

/** The common figures of a money queue. */
interface Queue {
  readonly waiting: number;
  readonly waiting_amount: Money;
  readonly oldest_waiting_at: string | null;
  /** Above this amount two people must decide; null for no limit. */
  readonly second_approval_above: Money | null;
}

interface QueueCardsProps {
  /** Undefined while loading. */
  of: Queue | undefined;
  /** The noun of its items: ["request", "requests"]. */
  nouns: readonly [one: string, many: string];
  labels: { readonly waiting: string; readonly oldest: string; readonly second: string };
  /** The number of items with the first of two decisions. */
  halfDecided: number | undefined;
  decidedToday: number | undefined;
  decidedHint: string | undefined;
}

/** The figures of the whole queue, independent of the filters. */
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
        hint={queue && `${formatCount(queue.waiting)} ${nouns[queue.waiting === 1 ? 0 : 1]}`}
        loading={loading}
      />
      <StatCard
        label={labels.oldest}
        icon={<Hourglass />}
        value={oldest ? <Age of={oldest} plain /> : "–"}
        hint={oldest ? t`Since ${formatDayAndTime(oldest)}` : t`Nothing waiting`}
        loading={loading}
      />
      <StatCard
        label={labels.second}
        icon={<UsersRound />}
        value={halfDecided !== undefined && formatCount(halfDecided)}
        hint={limit ? t`Needed above ${formatMoney(limit)}` : t`No limit set`}
        loading={loading}
      />
      <StatCard
        label={t`Decided today`}
        icon={<CalendarCheck />}
        value={decidedToday !== undefined && formatCount(decidedToday)}
        hint={decidedHint}
        loading={loading}
      />
    </div>
  );
}

function formatCount(count: number): string {
  return count.toLocaleString("en-IN");
}
