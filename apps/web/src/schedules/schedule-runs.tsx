import { limits } from "@rokad/contract/limits";
import type { PayoutScheduleDetail, ScheduleRun } from "@rokad/contract/payout-schedule";
import {
  downloadScheduleRuns,
  listScheduleRuns,
  retryScheduleRun,
} from "@rokad/contract/payout-schedules";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Download, Inbox } from "lucide-react";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { download } from "../api/download.ts";
import { useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { downloadState } from "../common/exports/download-state.ts";
import { runExport } from "../common/exports/running-exports.ts";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { formatTime, formatWeekday } from "../ui/dates.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Money } from "../ui/money.tsx";
import { rowsOfPage } from "../ui/pager-pages.ts";
import type { Column } from "../ui/table-cards.ts";
import { toast } from "../ui/toast.ts";
import { refreshSchedules } from "./refresh-schedules.ts";
import { RunBadge } from "./schedule-badge.tsx";

/** What became of the due days of all versions, newest first. */
export function ScheduleRuns({ schedule }: { schedule: PayoutScheduleDetail }) {
  const { page = 1 } = useSearch({ from: "/signed-in/dashboard/schedules/$id" });
  const navigate = useNavigate();
  const params = { id: schedule.id };
  const runs = useApi(
    listScheduleRuns,
    { params, query: { page, limit: limits.historyPageRows } },
    { keepPrevious: true },
  );
  const [retried, setRetried] = useState<string>();

  async function retry({ due_on: dueOn }: ScheduleRun) {
    setRetried(dueOn);
    try {
      toast.success(
        (await send(retryScheduleRun, { params: { ...params, due_on: dueOn } })).message ??
          t`Payout created`,
      );
    } catch (error) {
      toast.error(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      await refreshSchedules();
      setRetried(undefined);
    }
  }

  const save = () =>
    void runExport(
      `schedule ${schedule.id}`,
      (options) => download(downloadScheduleRuns, { params }, "schedule.csv", options),
      { successText: t`File downloaded`, failureText: t`Failed to download the file` },
    );

  return (
    <Card>
      <CardHeader
        ruled
        title={t`Runs`}
        description={t`Due days so far, of all versions`}
        action={
          (runs.data?.data.length ?? 0) > 0 && (
            <Button
              variant="secondary"
              size="sm"
              icon={<Download />}
              {...downloadState()}
              onClick={save}
            >
              CSV
            </Button>
          )
        }
      />
      <PagedTable<ScheduleRun>
        caption={t`Runs, newest first`}
        columns={columnsOf({ retried, retry: (run) => void retry(run) })}
        rowKey={({ due_on: day }) => day}
        list={{
          answer: runs.data,
          error: runs.data ? undefined : runs.error,
          refreshing: runs.isLoading && runs.data !== undefined,
          retrying: runs.error !== undefined && runs.isValidating,
          retry: () => void runs.mutate(),
        }}
        goToPage={(next, how) =>
          void navigate({
            to: paths.schedule,
            params,
            search: { page: next > 1 ? next : undefined },
            resetScroll: false,
            ...how,
          })
        }
        empty={
          <EmptyState
            icon={<Inbox />}
            title={t`No runs yet`}
            description={t`Each due day is listed here with its payout, or with why there is none.`}
          />
        }
        failureText={t`Failed to load the runs`}
        summaryOf={({ current_page, per_page, total_records }) => {
          const { first, last } = rowsOfPage(current_page, per_page, total_records);
          return t`Showing ${first} to ${last} of ${total_records.toLocaleString("en-IN")} runs`;
        }}
      />
    </Card>
  );
}

interface Retrying {
  readonly retried: string | undefined;
  readonly retry: (run: ScheduleRun) => void;
}

function columnsOf({ retried, retry }: Retrying): Column<ScheduleRun>[] {
  return [
    {
      id: "day",
      header: t`Due`,
      card: "title",
      cell: ({ due_on: day, due_at: at }) => (
        <span className="font-medium whitespace-nowrap tabular-nums">
          {formatWeekday(day)}, {formatTime(at)}
        </span>
      ),
    },
    {
      id: "amount",
      header: t`Amount`,
      card: "value",
      align: "end",
      cell: ({ amount }) => <Money value={amount} className="font-semibold" />,
    },
    { id: "state", header: t`Status`, card: "status", cell: (run) => <RunBadge run={run} /> },
    {
      id: "outcome",
      header: t`Payout or reason`,
      card: "line",
      className: "w-full",
      cell: ({ payout, reason, decided_by: by }) =>
        payout ? (
          <div className="min-w-0">
            <Link
              to={paths.payout}
              params={{ id: payout.id }}
              className="block truncate underline-offset-4 hover:underline"
            >
              {payout.reference_id}
            </Link>
            {payout.utr_number && (
              <span className="block truncate text-xs text-muted">{t`UTR ${payout.utr_number}`}</span>
            )}
          </div>
        ) : (
          <span className="block text-pretty break-words md:max-w-72">
            {reason}
            {by && <span className="text-muted"> ({by.name})</span>}
          </span>
        ),
    },
    {
      id: "actions",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (run) =>
        run.can_retry &&
        !currentViewing() && (
          <Button
            variant="secondary"
            size="sm"
            busy={retried === run.due_on}
            busyLabel={t`Paying...`}
            disabled={retried !== undefined}
            aria-label={t`Pay ${formatWeekday(run.due_on)} now`}
            onClick={() => retry(run)}
          >
            {t`Pay now`}
          </Button>
        ),
    },
  ];
}
