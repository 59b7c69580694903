import { downloadBatchTemplate } from "@rokad/contract/batch-files";
import { limits } from "@rokad/contract/limits";
import type { TableFormat } from "@rokad/contract/table-format";
import type { PayoutBatch } from "@rokad/contract/payout-batch";
import { listPayoutBatches, type createPayoutBatch } from "@rokad/contract/payout-batches";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { FileDown, Layers, SearchX, Upload } from "lucide-react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { t } from "../language.ts";
import { download } from "../api/download.ts";
import { useMay } from "../api/session.ts";
import { usePage } from "../api/use-page.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { FileMenu } from "../common/exports/file-menu.tsx";
import { runExport } from "../common/exports/running-exports.ts";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { paths } from "../paths.ts";
import { RequireFeature } from "../shell/require-feature.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { rowsOfPage } from "../ui/pager-pages.ts";
import { Money } from "../ui/money.tsx";
import { formatShortDay, formatTime, formatWeekday } from "../ui/dates.ts";
import type { Column } from "../ui/table-cards.ts";
import { BatchBadge } from "./batch-badge.tsx";
import { BatchFilterBar } from "./batch-filter-bar.tsx";
import { BatchSchedules } from "./batch-schedules.tsx";
import { progressText } from "./batch-labels.ts";

const NewBatchDialog = lazy(async () => ({
  default: (await import("./new-batch-dialog.tsx")).NewBatchDialog,
}));

/** Files of payouts, and the way to a new one. */
export function BulkPayoutsPage() {
  return (
    <RequireFeature of="bulk_payouts">
      <Batches />
    </RequireFeature>
  );
}

function Batches() {
  const { page, ...filters } = useSearch({ from: "/signed-in/dashboard/bulk-payouts" });
  const isFiltered = Object.values(filters).some(Boolean);
  const navigate = useNavigate();
  const list = usePage(
    listPayoutBatches,
    { ...filters, page: page ?? 1, limit: limits.historyPageRows },
    { isInProgress: ({ data }) => data.some(({ state }) => state === "running") },
  );
  // Kept while the dialog closes.
  const [isNew, setIsNew] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const canPrepare = useMay<typeof createPayoutBatch>("prepare");
  function start() {
    setIsNew(true);
    setIsOpen(true);
  }
  const upload = canPrepare && (
    <Button icon={<Upload />} onClick={start}>
      {t`New batch`}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t`Bulk Payouts`}
        description={t`Pay many beneficiaries from one file, with one signature`}
        actions={
          <>
            <RefreshButton onRefresh={list.reload} />
            {upload}
          </>
        }
      />
      <Card>
        <BatchFilterBar
          filters={filters}
          onApply={(next) => void navigate({ to: paths.bulkPayouts, search: next })}
        />
        <PagedTable<PayoutBatch>
          caption={t`Batches, newest first`}
          columns={columns}
          rowKey={({ id }) => id}
          list={list}
          onRowClick={({ id }) => void navigate({ to: paths.bulkPayout, params: { id } })}
          goToPage={(next, how) =>
            void navigate({
              to: paths.bulkPayouts,
              search: { ...filters, page: next > 1 ? next : undefined },
              ...how,
            })
          }
          empty={
            isFiltered ? (
              <EmptyState
                icon={<SearchX />}
                title={t`No batches found`}
                description={t`No batch matches your search and filters.`}
              />
            ) : (
              <NoBatches action={upload} canPrepare={canPrepare} />
            )
          }
          failureText={t`Failed to load batches`}
          summaryOf={({ current_page, per_page, total_records }) => {
            const { first, last } = rowsOfPage(current_page, per_page, total_records);
            return t`Showing ${first} to ${last} of ${total_records.toLocaleString("en-IN")} batches`;
          }}
        />
      </Card>
      <BatchSchedules />
      {canPrepare && (list.answer?.data.length ?? 0) > 0 && <Templates />}
      <Suspense>
        {isNew && (
          <NewBatchDialog
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onClosed={() => setIsNew(false)}
          />
        )}
      </Suspense>
    </>
  );
}

const columns: Column<PayoutBatch>[] = [
  {
    id: "file",
    header: t`File`,
    card: "title",
    className: "w-full",
    cell: ({ id, file_name: name, parent, schedule }) => (
      <div className="min-w-0 md:max-w-80">
        <Link
          to={paths.bulkPayout}
          params={{ id }}
          title={name}
          className="block truncate font-medium underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        {schedule && (
          <span className="text-xs text-muted">{t`For ${formatWeekday(schedule.due_on)}`}</span>
        )}
        {parent && <span className="text-xs text-muted">{t`Retry of an earlier batch`}</span>}
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
    cell: ({ state }) => <BatchBadge state={state} />,
  },
  { id: "progress", header: t`Progress`, card: "line", cell: (batch) => progressText(batch) },
  {
    id: "maker",
    header: t`Uploaded by`,
    card: "line",
    cell: ({ maker, api_key: key, created_at: at }) => (
      <div className="min-w-0 md:max-w-36">
        <span
          className="block truncate"
          title={key ? t`API key ${key.name} of ${maker.name}` : maker.name}
        >
          {key ? t`API key ${key.name}` : maker.name}
        </span>
        <span className="block text-xs text-muted">
          {formatShortDay(at)}, {formatTime(at)}
        </span>
      </div>
    ),
  },
];

function NoBatches({ action, canPrepare }: { action: ReactNode; canPrepare: boolean }) {
  return (
    <EmptyState
      icon={<Layers />}
      title={t`No batches yet`}
      description={t`Upload a file of up to 50,000 payouts. Each row is checked and priced first; nothing is paid before you sign.`}
      action={
        canPrepare && (
          <>
            {action}
            <Templates />
          </>
        )
      }
    />
  );
}

/** The two files to start from. */
function Templates() {
  const save = (saved: "yes" | "no", format: TableFormat) =>
    void runExport(
      "template",
      (options) =>
        download(
          downloadBatchTemplate,
          { query: { saved, format } },
          `bulk-payouts.${format}`,
          options,
        ),
      { successText: t`Template downloaded`, failureText: t`Failed to download the template` },
    );
  return (
    <div className="flex flex-wrap gap-2">
      <FileMenu
        label={t`Empty template`}
        icon={<FileDown />}
        small
        onSave={(format) => save("no", format)}
      />
      <FileMenu
        label={t`Template with saved beneficiaries`}
        icon={<FileDown />}
        small
        onSave={(format) => save("yes", format)}
      />
    </div>
  );
}
