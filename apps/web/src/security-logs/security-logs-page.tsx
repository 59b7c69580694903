import { todayInIndia } from "@rokad/contract/fields";
import { exportAuditLog, listAuditLog, type AuditEntry } from "@rokad/contract/security-log";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ScrollText } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { download } from "../api/download.ts";
import { usePage } from "../api/use-page.ts";
import { superAdminPaths } from "../paths.ts";
import { ExportButton } from "../common/exports/export-button.tsx";
import { FilterBar } from "../common/lists/filter-bar.tsx";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { useListFilters } from "../common/lists/use-list-filters.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ChainCard } from "./chain-card.tsx";
import { logColumns } from "./log-columns.tsx";
import { groupOf, LogFilterFields } from "./log-filter-fields.tsx";
import type { LogFilters } from "./log-filters.ts";
import { OlderRows } from "./older-rows.tsx";

const EntryDialog = lazy(async () => ({
  default: (await import("./entry-dialog.tsx")).EntryDialog,
}));

const empty = (
  <EmptyState
    icon={<ScrollText />}
    title={t`No rows found`}
    description={t`No rows match your current filters`}
  />
);

const newRowsSeconds = 30;

function useLog(filters: LogFilters, before?: number) {
  return usePage(
    listAuditLog,
    { ...filters, group: groupOf(filters), before },
    // Only the newest page is polled; older pages do not change.
    { nextPollSeconds: () => (before === undefined ? newRowsSeconds : null) },
  );
}

export function SecurityLogsPage() {
  const { before, ...applied } = useSearch({ from: "/signed-in/super-admin/super-admin/security" });
  const navigate = useNavigate();
  const go = (search: LogFilters & { before?: number | undefined }) =>
    void navigate({ to: superAdminPaths.security, search });
  const filters = useListFilters<LogFilters>(applied, (next) => go(next));
  const { answer, error, refreshing, retrying, reload, retry } = useLog(applied, before);
  const [shown, setShown] = useState<AuditEntry>();
  const [open, setOpen] = useState(false);
  const columns = useMemo(
    () =>
      logColumns((entry) => {
        setShown(entry);
        setOpen(true);
      }),
    [],
  );

  return (
    <>
      <PageHeader
        title={t`Security Logs`}
        description={t`Who did what and from where, with values before and after`}
        actions={
          <>
            <ExportButton
              name="security-log"
              successText={t`Export completed successfully`}
              failureText={t`Failed to export data. Please try again.`}
              disabled={Object.keys(filters.errors).length > 0}
              onExport={async (options) => {
                const draft = await filters.forExport();
                await download(
                  exportAuditLog,
                  { query: { ...draft, group: groupOf(draft) } },
                  `security-log-${todayInIndia()}.csv`,
                  options,
                );
              }}
            />
            <RefreshButton onRefresh={reload} />
          </>
        }
      />
      <ChainCard onChecked={() => void reload().catch(() => {})} />
      <Card>
        <FilterBar
          range={filters.draft}
          onRange={filters.changeDays}
          onApply={filters.apply}
          {...(filters.reset && { onReset: filters.reset })}
          unapplied={filters.unapplied}
        >
          <LogFilterFields {...filters} />
        </FilterBar>
        <DataTable<AuditEntry>
          caption={t`Security log, newest first`}
          columns={columns}
          rows={answer?.data}
          rowKey={({ seq }) => String(seq)}
          tight
          refreshing={refreshing}
          empty={empty}
          error={
            error && (
              <ErrorPanel
                message={t`Failed to load the security log`}
                detail={messageOf(error, "")}
                onRetry={retry}
                busy={retrying}
              />
            )
          }
        />
        {answer && !error && (
          <OlderRows
            rows={answer.data}
            onNewest={before === undefined ? undefined : () => go(applied)}
            onOlder={
              answer.next === null
                ? undefined
                : () => go({ ...applied, before: answer.next ?? undefined })
            }
          />
        )}
      </Card>
      <Suspense fallback={null}>
        {shown && (
          <EntryDialog
            entry={shown}
            open={open}
            onClose={() => setOpen(false)}
            onClosed={() => setShown(undefined)}
            onSubject={(id) => {
              setOpen(false);
              go({ search: id });
            }}
          />
        )}
      </Suspense>
    </>
  );
}
