import { todayInIndia } from "@rokad/contract/fields";
import {
  exportDifferences,
  getReconciliation,
  type startReconciliation,
  type ReconciliationRun,
} from "@rokad/contract/reconciliation";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { t } from "../super-admin-language.ts";
import { download } from "../api/download.ts";
import { useApi } from "../api/use-api.ts";
import { superAdminPaths } from "../paths.ts";
import { ExportButton } from "../common/exports/export-button.tsx";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { Permitted } from "../common/people/permitted.tsx";
import { useListFilters } from "../common/lists/use-list-filters.ts";
import type { DayRange } from "../ui/day-presets.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { refreshDifferences } from "./difference-action.tsx";
import { queryOf } from "./difference-filter-fields.tsx";
import { DifferencesCard } from "./differences-card.tsx";
import { ProviderCards } from "./provider-cards.tsx";
import type { DifferenceFilters, ReconciliationSearch } from "./reconciliation-search.ts";
import { RunsCard } from "./runs-card.tsx";
import { StartCard } from "./start-card.tsx";

/** Compares our payouts with each provider's record: differences, their actions, and the runs. */
export function ReconciliationPage() {
  const { page, runs, ...applied } = useSearch({
    from: "/signed-in/super-admin/super-admin/reconciliation",
  });
  const navigate = useNavigate();
  const go = (search: ReconciliationSearch, how?: { replace: boolean }) =>
    void navigate({ to: superAdminPaths.reconciliation, search, resetScroll: false, ...how });
  const filters = useListFilters<DifferenceFilters & DayRange>(applied, (next, how) =>
    go({ ...next, runs }, how),
  );
  const { data, error, isValidating, mutate, reload } = useApi(getReconciliation, {});
  const providers = data?.data;

  function show({ adapter, day }: ReconciliationRun) {
    go({ adapter, day, state: "all", runs });
    document.querySelector("#differences")?.scrollIntoView({ block: "start" });
  }

  return (
    <>
      <PageHeader
        title={t`Reconciliation`}
        description={t`Our payouts compared with each provider's record`}
        actions={
          <>
            <ExportButton
              name="reconciliation"
              successText={t`Export completed successfully`}
              failureText={t`Failed to export data. Please try again.`}
              onExport={async (options) => {
                const draft = await filters.forExport();
                await download(
                  exportDifferences,
                  { query: queryOf(draft) },
                  `reconciliation-${todayInIndia()}.csv`,
                  options,
                );
              }}
            />
            <RefreshButton onRefresh={() => Promise.all([reload(), refreshDifferences()])} />
          </>
        }
      />
      <ProviderCards
        of={providers}
        error={error}
        retrying={isValidating}
        onRetry={() => void mutate()}
      />
      <DifferencesCard
        filters={filters}
        query={{ ...queryOf(applied), page: page ?? 1 }}
        providers={providers}
      />
      <Permitted<typeof startReconciliation> needs="finance">
        <StartCard of={providers} />
      </Permitted>
      <RunsCard
        page={runs ?? 1}
        onPage={(next, how) => go({ ...applied, page, runs: next > 1 ? next : undefined }, how)}
        onShow={show}
      />
    </>
  );
}
