import { limits } from "@rokad/contract/limits";
import { listUpcoming, type Upcoming, type UpcomingItem } from "@rokad/contract/upcoming";
import { formatMoney } from "@rokad/money/format";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { CalendarCheck } from "lucide-react";
import type { ReactNode } from "react";
import { joinAnd } from "../ui/join-words.ts";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { paths } from "../paths.ts";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { cn } from "../ui/class-names.ts";
import { DataTable } from "../ui/data-table.tsx";
import { formatShortDay, formatTime } from "../ui/dates.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { StatCard } from "../ui/stat-card.tsx";
import type { Column } from "../ui/table-cards.ts";
import { periods } from "./upcoming-search.ts";

/** What leaves the wallet when, and whether the wallet covers it. */
export function UpcomingPage() {
  const { days = "30" } = useSearch({ from: "/signed-in/dashboard/upcoming" });
  const navigate = useNavigate();
  const answer = useApi(listUpcoming, { query: { days } });
  const upcoming = answer.data?.data;
  const items = upcoming?.items;
  return (
    <>
      <PageHeader
        title={t`Upcoming Payouts`}
        description={t`What leaves your wallet when, and the balance after it`}
        actions={
          <>
            <RefreshButton onRefresh={answer.reload} />
            <Segmented
              legend={t`Period`}
              options={periods.map((value) => ({ value, label: t`${value} days` }))}
              value={days}
              onValueChange={(next) =>
                void navigate({
                  to: paths.upcoming,
                  search: { days: next === "30" ? undefined : next },
                  replace: true,
                })
              }
            />
          </>
        }
      />
      {upcoming && <Runway upcoming={upcoming} />}
      <div className="grid gap-4 lg:grid-cols-3">
        <StatCard
          label={t`Available now`}
          loading={!upcoming && !answer.error}
          value={upcoming ? formatMoney(upcoming.available) : "–"}
        />
        <StatCard
          label={t`Leaves in ${days} days`}
          loading={!upcoming && !answer.error}
          value={items ? formatMoney(inr(sumOf(items))) : "–"}
          // Its line is there while it loads, so that nothing moves.
          hint={
            items ? payoutsText(items.reduce((sum, { payouts }) => sum + payouts, 0)) : "\u00A0"
          }
        />
        <StatCard
          label={t`Left afterwards`}
          loading={!upcoming && !answer.error}
          value={upcoming ? formatMoney(inr(upcoming.available.amount - sumOf(items ?? []))) : "–"}
          tone={upcoming?.top_up ? "bad" : "plain"}
        />
      </div>
      <Card className="min-h-96">
        <DataTable<UpcomingItem>
          caption={t`Upcoming payouts in their order`}
          columns={columns}
          rowKey={({ kind, id, at }) => `${kind} ${id ?? ""} ${at ?? ""}`}
          rows={items}
          empty={
            <EmptyState
              icon={<CalendarCheck />}
              title={t`Nothing leaves your wallet`}
              description={t`No payout is due, waits or is in progress in the next ${days} days.`}
              action={
                <Link to={paths.schedules} className={buttonClass({ variant: "secondary" })}>
                  {t`Schedules`}
                </Link>
              }
            />
          }
          error={
            answer.error && !items ? (
              <ErrorPanel
                message={t`Failed to load upcoming payouts`}
                detail={messageOf(answer.error)}
                busy={answer.isValidating}
                onRetry={() => void answer.mutate()}
              />
            ) : undefined
          }
        />
      </Card>
    </>
  );
}

function Runway({ upcoming }: { upcoming: Upcoming }): ReactNode {
  const { top_up: topUp, items, is_cut: isCut, holidays_missing: missing } = upcoming;
  return (
    <>
      {topUp ? (
        <Notice
          tone="warn"
          title={topUp.sentence}
          action={
            <Link to={paths.wallet} className={buttonClass({ variant: "secondary", size: "sm" })}>
              {t`Add funds`}
            </Link>
          }
        />
      ) : (
        items.length > 0 &&
        !isCut && <Notice tone="good" title={t`Your wallet covers all of these`} />
      )}
      {isCut && (
        <Notice
          tone="warn"
          title={t`Only the first ${limits.upcomingItemsMax} are listed and added up`}
        >
          {t`More payouts follow. Choose a shorter period.`}
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice
          tone="warn"
          title={t`The bank holidays of ${joinAnd(missing.map(String))} are not known yet`}
        >
          {t`Days in it may move by a day.`}
        </Notice>
      )}
    </>
  );
}

const inr = (amount: number) => ({ amount, currency: "INR" }) as const;
const sumOf = (items: readonly UpcomingItem[]) =>
  items.reduce((sum, { total }) => sum + total.amount, 0);
const payoutsText = (count: number) =>
  count === 1 ? t`1 payout` : t`${count.toLocaleString("en-IN")} payouts`;

const kinds: Readonly<Record<UpcomingItem["kind"], string>> = {
  schedule: t`Schedule`,
  batch_schedule: t`Scheduled batch`,
  request: t`Request`,
  batch: t`Batch`,
  waiting: t`Payout`,
  payouts: t`In progress`,
};

const columns: Column<UpcomingItem>[] = [
  {
    id: "title",
    header: t`Payout`,
    card: "title",
    className: "w-full",
    cell: (item) => (
      <div className="min-w-0 md:max-w-72">
        <span className="block truncate font-medium" title={item.title}>
          <Title item={item} />
        </span>
        {item.waits_for && <span className="block text-xs text-muted">{item.waits_for}</span>}
      </div>
    ),
  },
  {
    id: "total",
    header: t`With fee and GST`,
    card: "value",
    align: "end",
    cell: ({ kind, total, amount }) => (
      <Money
        value={kind === "payouts" ? amount : total}
        className={cn("font-semibold", kind === "payouts" && "text-muted")}
      />
    ),
  },
  {
    id: "kind",
    header: t`From`,
    card: "status",
    cell: ({ kind, payouts }) => (
      <Badge tone={kind === "payouts" ? "info" : "outline"}>
        {kinds[kind]}
        {payouts > 1 && ` · ${payouts.toLocaleString("en-IN")}`}
      </Badge>
    ),
  },
  {
    id: "at",
    header: t`Leaves`,
    card: "line",
    cell: ({ at, is_day_known: isKnown, kind }) =>
      at ? (
        <span className="whitespace-nowrap tabular-nums">
          {formatShortDay(at)}, {formatTime(at)}
          {!isKnown && <span className="block text-xs text-muted">{t`Day not certain`}</span>}
        </span>
      ) : (
        <span className="text-muted">{kind === "payouts" ? t`On its way` : t`Once it can`}</span>
      ),
  },
  {
    id: "after",
    header: t`Balance after`,
    card: "line",
    align: "end",
    cell: ({ balance_after: after }) => (
      <Money value={after} className={cn(after.amount < 0 && "font-medium text-bad")} />
    ),
  },
];

function Title({ item: { kind, id, title } }: { item: UpcomingItem }) {
  const style = "underline-offset-4 hover:underline";
  if (kind === "payouts" || id === null)
    return (
      <Link to={paths.payoutHistory} className={style}>
        {title}
      </Link>
    );
  const to = {
    schedule: paths.schedule,
    request: paths.request,
    batch: paths.bulkPayout,
    batch_schedule: paths.bulkPayout,
    waiting: paths.payout,
  }[kind];
  return (
    <Link to={to} params={{ id }} className={style}>
      {title}
    </Link>
  );
}
