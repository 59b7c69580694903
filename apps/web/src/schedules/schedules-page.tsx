import { limits } from "@rokad/contract/limits";
import type { PayoutSchedule } from "@rokad/contract/payout-schedule";
import { listSchedules, type createSchedule } from "@rokad/contract/payout-schedules";
import { scheduleViews, type ScheduleView } from "@rokad/contract/schedule-states";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { CalendarClock, CalendarPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { inContext, t } from "../language.ts";
import { useMay } from "../api/session.ts";
import { usePage } from "../api/use-page.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { formatTime, formatWeekday } from "../ui/dates.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Money } from "../ui/money.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { rowsOfPage } from "../ui/pager-pages.ts";
import { Segmented } from "../ui/segmented.tsx";
import type { Column } from "../ui/table-cards.ts";
import { ScheduleBadge } from "./schedule-badge.tsx";

const ScheduleDialog = lazy(async () => ({
  default: (await import("./schedule-dialog.tsx")).ScheduleDialog,
}));

const viewLabels: Readonly<Record<ScheduleView, string>> = {
  open: inContext("schedules")`Current`,
  ended: t`Ended`,
  all: t`All`,
};

/** Payouts on due days, those that are due next first. */
export function SchedulesPage() {
  const { view = "open", page = 1 } = useSearch({ from: "/signed-in/dashboard/schedules" });
  const navigate = useNavigate();
  const list = usePage(listSchedules, { view, page, limit: limits.historyPageRows });
  // Kept while the dialog closes.
  const [isNew, setIsNew] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const canPrepare = useMay<typeof createSchedule>("prepare");
  const add = canPrepare && (
    <Button
      icon={<CalendarPlus />}
      onClick={() => {
        setIsNew(true);
        setIsOpen(true);
      }}
    >
      {t`New schedule`}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t`Schedules`}
        description={t`Pay a saved beneficiary once on a day, or again and again, with one signature`}
        actions={
          <>
            <RefreshButton onRefresh={list.reload} />
            {add}
          </>
        }
      />
      <Card>
        <div className="border-b border-line p-4 md:px-5">
          <Segmented
            legend={t`Which schedules`}
            options={scheduleViews.map((value) => ({ value, label: viewLabels[value] }))}
            value={view}
            onValueChange={(next) =>
              void navigate({
                to: paths.schedules,
                search: { view: next === "open" ? undefined : next },
                replace: true,
              })
            }
          />
        </div>
        <PagedTable<PayoutSchedule>
          caption={t`Schedules, those that are due next first`}
          columns={columns}
          rowKey={({ id }) => id}
          list={list}
          onRowClick={({ id }) => void navigate({ to: paths.schedule, params: { id } })}
          goToPage={(next, how) =>
            void navigate({
              to: paths.schedules,
              search: {
                view: view === "open" ? undefined : view,
                page: next > 1 ? next : undefined,
              },
              ...how,
            })
          }
          empty={
            view === "ended" ? (
              <EmptyState
                icon={<CalendarClock />}
                title={t`No schedule has ended`}
                description={t`Schedules that finished or were ended are listed here.`}
              />
            ) : (
              <EmptyState
                icon={<CalendarClock />}
                title={t`No schedules yet`}
                description={t`Rent on the first, salaries on the last working day: choose a saved beneficiary, the amount and the days.`}
                action={add}
              />
            )
          }
          failureText={t`Failed to load schedules`}
          summaryOf={({ current_page, per_page, total_records }) => {
            const { first, last } = rowsOfPage(current_page, per_page, total_records);
            return t`Showing ${first} to ${last} of ${total_records.toLocaleString("en-IN")} schedules`;
          }}
        />
      </Card>
      <Suspense>
        {isNew && (
          <ScheduleDialog
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onClosed={() => setIsNew(false)}
          />
        )}
      </Suspense>
    </>
  );
}

const columns: Column<PayoutSchedule>[] = [
  {
    id: "payee",
    header: t`Beneficiary`,
    card: "title",
    className: "w-full",
    cell: ({ id, beneficiary_name: name, account, remarks }) => (
      <div className="min-w-0 md:max-w-64">
        <Link
          to={paths.schedule}
          params={{ id }}
          title={name}
          className="block truncate font-medium underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        <span className="block truncate text-xs text-muted" title={remarks ?? undefined}>
          {account}
          {remarks && ` · ${remarks}`}
        </span>
      </div>
    ),
  },
  {
    id: "amount",
    header: t`Amount`,
    card: "value",
    align: "end",
    cell: ({ amount }) => <Money value={amount} className="font-semibold" />,
  },
  {
    id: "state",
    header: t`Status`,
    card: "status",
    cell: ({ state, runs_open: open }) => (
      <div className="flex flex-wrap items-center gap-1.5">
        <ScheduleBadge state={state} />
        {open > 0 && (
          <span className="text-xs font-medium text-bad">
            {open === 1 ? t`1 not paid` : t`${open} not paid`}
          </span>
        )}
      </div>
    ),
  },
  {
    id: "rule",
    header: t`Pays`,
    card: "line",
    cell: ({ rule_text: text }) => <span className="block md:max-w-64">{text}</span>,
  },
  {
    id: "next",
    header: t`Next`,
    card: "line",
    cell: ({ next }) =>
      next ? (
        <span className="whitespace-nowrap tabular-nums">
          {formatWeekday(next.due_on)}, {formatTime(next.due_at)}
        </span>
      ) : (
        <span className="text-muted">{t`None`}</span>
      ),
  },
];
