import {
  listDifferences,
  type Difference,
  type ReconciledProvider,
} from "@rokad/contract/reconciliation";
import { CircleCheck } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { t } from "../super-admin-language.ts";
import { usePage } from "../api/use-page.ts";
import { FilterBar } from "../common/lists/filter-bar.tsx";
import { PagedTable } from "../common/lists/paged-table.tsx";
import type { ListFilters } from "../common/lists/use-list-filters.ts";
import { Card, CardHeader } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { differenceColumns } from "./difference-columns.tsx";
import { DifferenceFilterFields, type queryOf } from "./difference-filter-fields.tsx";
import type { DifferenceFilters } from "./reconciliation-search.ts";

const KnownDialog = lazy(async () => ({
  default: (await import("./known-dialog.tsx")).KnownDialog,
}));

const ReturnDialog = lazy(async () => ({
  default: (await import("./return-dialog.tsx")).ReturnDialog,
}));

interface DifferencesCardProps {
  filters: ListFilters<DifferenceFilters>;
  query: ReturnType<typeof queryOf> & { page: number };
  providers: readonly ReconciledProvider[] | undefined;
}

function Empty({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState
      icon={<CircleCheck />}
      title={t`No differences found`}
      description={t`No difference matches your current filters`}
    />
  ) : (
    <EmptyState
      icon={<CircleCheck />}
      title={t`No differences`}
      description={t`Differences with a provider appear here, each with its action. Nothing changes before you act.`}
    />
  );
}

/** The differences, severe ones first. */
export function DifferencesCard({ filters, query, providers }: DifferencesCardProps) {
  const list = usePage(listDifferences, {
    ...query,
    limit: 20,
  });
  const [marking, setMarking] = useState<Difference>();
  const [open, setOpen] = useState(false);
  const columns = useMemo(
    () =>
      differenceColumns((difference) => {
        setMarking(difference);
        setOpen(true);
      }),
    [],
  );

  const ActionDialog = marking?.action === "record_return" ? ReturnDialog : KnownDialog;

  return (
    <Card id="differences">
      <CardHeader
        ruled
        title={t`Differences`}
        description={t`Severe ones first. Money moves only after the provider confirms it`}
      />
      <FilterBar onApply={filters.apply} onReset={filters.reset} unapplied={filters.unapplied}>
        <DifferenceFilterFields providers={providers} {...filters} />
      </FilterBar>
      <PagedTable<Difference>
        caption={t`Differences, severe ones first`}
        columns={columns}
        rowKey={({ id }) => id}
        skeletonRows={3}
        list={list}
        goToPage={filters.goToPage}
        empty={<Empty filtered={filters.reset !== undefined} />}
        failureText={t`Failed to load the differences`}
        pagerLabel={t`Pages of differences`}
        summaryOf={({ total_records: total }) => t`${total.toLocaleString("en-IN")} differences`}
      />
      <Suspense fallback={null}>
        {marking && (
          <ActionDialog
            key={marking.id}
            difference={marking}
            open={open}
            onClose={() => setOpen(false)}
            onClosed={() => setMarking(undefined)}
          />
        )}
      </Suspense>
    </Card>
  );
}
