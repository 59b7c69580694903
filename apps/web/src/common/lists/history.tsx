import type { Pagination } from "@rokad/contract/call";
import type { exportDeposits } from "@rokad/contract/deposits";
import type { ExportRequest, requestExport } from "@rokad/contract/exports";
import { limits } from "@rokad/contract/limits";
import type { exportPayouts } from "@rokad/contract/payout-files";
import type { exportWalletHistory } from "@rokad/contract/wallet";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from "react";
import { t } from "../../language.ts";
import { paths } from "../../paths.ts";
import { messageOf } from "../../api/api-error.ts";
import type { DownloadOptions } from "../../api/download.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import type { DayRange } from "../../ui/day-presets.ts";
import type { Column } from "../../ui/table-cards.ts";
import { useTableLook } from "../../ui/table-look.ts";
import { ExportButton } from "../exports/export-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import type { LargeExport } from "../exports/prepare-export.tsx";
import { continuesInBackground } from "../exports/running-exports.ts";
import { RefreshButton } from "../actions/refresh-button.tsx";
import type { SearchOrder } from "@rokad/contract/search-orders";
import type { HistorySearch } from "./history-search.ts";
import { SavedViews } from "./saved-views.tsx";
import { SearchBar } from "./search-bar.tsx";
import { TableLookMenu } from "./table-look-menu.tsx";
import type { ListFilters } from "./use-list-filters.ts";
import type { Matches } from "./use-matches.ts";
import { useLastPage } from "./use-last-page.ts";

// Only large exports need it.
const PrepareExport = lazy(async () => ({
  default: (await import("../exports/prepare-export.tsx")).PrepareExport,
}));

// Only a search needs it.
const MatchesTable = lazy(async () => ({
  default: (await import("./matches-table.tsx")).MatchesTable,
})) as unknown as typeof import("./matches-table.tsx").MatchesTable;

/** The result of `usePage`. */
interface List<Row> {
  answer: { readonly data: readonly Row[]; readonly pagination: Pagination } | undefined;
  error: Error | undefined;
  refreshing: boolean;
  retrying: boolean;
  reload: () => Promise<void>;
  retry: () => void;
}

interface HistoryProps<Row, Filters> {
  title: string;
  description: string;
  list: List<Row>;
  filters: ListFilters<Filters>;
  /** The search and the order, and the rows that they find. */
  search: {
    value: HistorySearch;
    /** What can be searched for. */
    hint: string;
    orders: readonly SearchOrder[];
    /** "payouts". */
    noun: string;
    /** Undefined while nothing is searched. */
    matches: Matches<Row> | undefined;
    go: (next: HistorySearch, how?: { replace: boolean }) => void;
    /** Searches without the filters. */
    goToAll: () => void;
    views: ComponentProps<typeof SavedViews>;
  };
  /** The history's own filters, each in a Field; the date filters are built in. */
  fields: ReactNode;
  /** True: Reset stays, disabled while there is nothing to reset. */
  keepsReset?: boolean;
  /** The figures above the table. */
  cards: ReactNode;
  /** Exports all filtered rows; a large export is prepared in the background. */
  exportOptions: {
    name: string;
    /** The number of rows of a filter. */
    count: (filters: Filters) => Promise<number>;
    /** The request for a large export. */
    request: (filters: Filters) => ExportRequest;
    work: (filters: Filters, options: DownloadOptions) => Promise<void>;
    successText: string;
    failureText: string;
  };
  table: {
    caption: string;
    columns: readonly Column<Row>[];
    rowKey: (row: Row) => string;
    tight?: boolean;
    onRowClick?: (row: Row) => void;
  };
  empty: ReactNode;
  failure: { message: string; retryLabel?: string };
  /** The texts beside Previous and Next; null for no pager. */
  pager: (pages: Pagination, rowsHere: number) => { summary: string; middle?: string } | null;
}

/** The layout of every history page: figures, filters, rows, pager and export. */
export function History<Row, Filters extends DayRange>(props: HistoryProps<Row, Filters>) {
  const { title, description, list, filters, fields, cards, exportOptions, empty, failure } = props;
  const { matches, value: searched, hint, orders, noun, go, goToAll } = props.search;
  const { answer, error, refreshing, retrying, reload, retry } = list;
  const [look, setLook] = useTableLook(props.search.views.history);
  const table = { ...props.table, look };
  const isBeyond = useLastPage(answer?.pagination, filters.goToPage);
  const canExport = useMay<
    typeof exportDeposits | typeof exportPayouts | typeof exportWalletHistory | typeof requestExport
  >("report");
  const pages = answer?.pagination;
  const pager = pages && !error && !isBeyond ? props.pager(pages, answer.data.length) : null;
  const { work, count, request, ...texts } = exportOptions;
  const [large, setLarge] = useState<LargeExport | null>(null);
  // On a phone the rows come first.
  const [showsFilters, setShowsFilters] = useState(false);

  async function exportAll(options: DownloadOptions) {
    const exportFilters = await filters.forExport();
    const rows = await count(exportFilters);
    if (rows <= limits.directExportRows) return work(exportFilters, options);
    setLarge({ request: request(exportFilters), rows });
    return continuesInBackground;
  }

  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          <>
            {canExport && (
              <ExportButton
                {...texts}
                disabled={Object.keys(filters.errors).length > 0}
                onExport={exportAll}
              />
            )}
            <RefreshButton onRefresh={matches?.reload ?? reload} />
          </>
        }
      />
      <Suspense>{large && <PrepareExport {...large} onClosed={() => setLarge(null)} />}</Suspense>
      {!error && cards}
      <Card>
        <div className="flex flex-wrap items-start gap-3 border-b border-line p-4 md:px-5">
          <div className="flex min-w-0 flex-1 items-start gap-3 max-md:contents md:basis-100">
            <SearchBar
              value={searched}
              hint={hint}
              orders={orders}
              isFolded={!showsFilters}
              onChange={go}
            />
            <SavedViews {...props.search.views} />
            <TableLookMenu columns={table.columns} look={look} onLook={setLook} />
            <Button
              variant="secondary"
              className="max-md:flex-1 md:hidden"
              aria-expanded={showsFilters}
              onClick={() => setShowsFilters(!showsFilters)}
            >
              {filters.reset || searched.sort ? t`Filters in use` : t`Filters`}
            </Button>
          </div>
          <FilterBar
            isWithin
            isFolded={!showsFilters}
            range={filters.draft}
            onRange={filters.changeDays}
            onApply={() => {
              setShowsFilters(false);
              filters.apply();
            }}
            onReset={props.keepsReset ? filters.resetAll : filters.reset}
            keepsReset={props.keepsReset ?? false}
            unapplied={filters.unapplied}
          >
            {fields}
          </FilterBar>
        </div>
        {matches ? (
          <Suspense fallback={<DataTable<Row> {...table} rows={undefined} empty={null} />}>
            <MatchesTable
              matches={matches}
              noun={noun}
              isFiltered={filters.reset !== undefined}
              go={go}
              onSearchAll={goToAll}
              table={{ ...table, caption: t`Search results: ${noun}` }}
            />
            <p className="border-t border-line px-4 py-3 text-xs text-muted md:px-5">
              {t`Totals and exports follow the filters, not the search.`}
            </p>
          </Suspense>
        ) : (
          <>
            <DataTable<Row>
              {...table}
              rows={isBeyond ? undefined : answer?.data}
              refreshing={refreshing}
              empty={empty}
              error={
                error && (
                  <ErrorPanel
                    {...failure}
                    detail={messageOf(error, "")}
                    onRetry={retry}
                    busy={retrying}
                  />
                )
              }
            />
            {pages && pager && (
              <Pager
                page={pages.current_page}
                totalPages={pages.total_pages}
                onPage={filters.goToPage}
                {...pager}
              />
            )}
          </>
        )}
      </Card>
      {canExport && (
        <p className="text-sm text-muted">
          {t`Exports above ${limits.directExportRows.toLocaleString("en-IN")} rows are prepared in the background:`}{" "}
          <Link
            to={paths.exports}
            className="font-medium text-brand-ink underline-offset-4 hover:underline"
          >
            {t`prepared exports`}
          </Link>
        </p>
      )}
    </>
  );
}
