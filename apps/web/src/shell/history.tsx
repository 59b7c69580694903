import type { Pagination } from "@rokad/contract/call";
import type { ExportRequest } from "@rokad/contract/exports";
import { limits } from "@rokad/contract/limits";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { paths } from "../paths.ts";
import { messageOf } from "../api/api-error.ts";
import type { DownloadOptions } from "../api/download.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pager } from "../ui/pager.tsx";
import type { DayRange } from "../ui/day-presets.ts";
import type { Column } from "../ui/table-cards.ts";
import { ExportButton } from "./export-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import type { LargeExport } from "./prepare-export.tsx";
import { goesOnElsewhere } from "./running-exports.ts";
import { RefreshButton } from "./refresh-button.tsx";
import type { HistoryFilters } from "./use-history-filters.ts";
import { useLastPage } from "./use-last-page.ts";

// Few histories are so long.
const PrepareExport = lazy(async () => ({
  default: (await import("./prepare-export.tsx")).PrepareExport,
}));

/** What `usePage` has of a list. */
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
  filters: HistoryFilters<Filters>;
  /** The history's own filters, each in a Field; the days come by themselves. */
  fields: ReactNode;
  /** The figures above. */
  cards: ReactNode;
  /** Downloads all of a filter, and what is said of it; what is large is prepared instead. */
  exporting: {
    name: string;
    /** How many rows a filter has. */
    count: (filters: Filters) => Promise<number>;
    /** What is asked for where these are many. */
    request: (filters: Filters) => ExportRequest;
    work: (filters: Filters, options: DownloadOptions) => Promise<void>;
    done: string;
    failed: string;
  };
  table: {
    caption: string;
    columns: readonly Column<Row>[];
    rowKey: (row: Row) => string;
    tight?: boolean;
    onRowClick?: (row: Row) => void;
  };
  empty: ReactNode;
  failed: { message: string; retryLabel?: string };
  /** What stands beside Previous and Next; null for no pager. */
  pager: (pages: Pagination, rowsHere: number) => { summary: string; middle?: string } | null;
}

/** A history: figures, filters, rows, pages, export. Each page says what is its own. */
export function History<Row, Filters extends DayRange>(props: HistoryProps<Row, Filters>) {
  const { title, description, list, filters, fields, cards, exporting, table, empty, failed } =
    props;
  const { answer, error, refreshing, retrying, reload, retry } = list;
  const isBeyond = useLastPage(answer?.pagination, filters.turnTo);
  const pages = answer?.pagination;
  const pager = pages && !error && !isBeyond ? props.pager(pages, answer.data.length) : null;
  const { work, count, request, ...words } = exporting;
  const [large, setLarge] = useState<LargeExport | null>(null);

  async function exportAll(options: DownloadOptions) {
    const wanted = await filters.forExport();
    const rows = await count(wanted);
    if (rows <= limits.exportAtOnceRows) return work(wanted, options);
    setLarge({ request: request(wanted), rows });
    return goesOnElsewhere;
  }

  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          <>
            <ExportButton
              {...words}
              disabled={Object.keys(filters.errors).length > 0}
              onExport={exportAll}
            />
            <RefreshButton onRefresh={reload} />
          </>
        }
      />
      <Suspense>{large && <PrepareExport {...large} onClosed={() => setLarge(null)} />}</Suspense>
      {!error && cards}
      <Card>
        <FilterBar
          range={filters.draft}
          onRange={filters.changeDays}
          onApply={filters.apply}
          onReset={filters.reset}
          unapplied={filters.unapplied}
        >
          {fields}
        </FilterBar>
        <DataTable<Row>
          {...table}
          rows={isBeyond ? undefined : answer?.data}
          refreshing={refreshing}
          empty={empty}
          error={
            error && (
              <ErrorPanel
                {...failed}
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
            onPage={filters.turnTo}
            {...pager}
          />
        )}
      </Card>
      <p className="text-sm text-muted">
        Exports of more than {limits.exportAtOnceRows.toLocaleString("en-IN")} rows are prepared in
        the background:{" "}
        <Link
          to={paths.exports}
          className="font-medium text-brand-ink underline-offset-4 hover:underline"
        >
          prepared exports
        </Link>
      </p>
    </>
  );
}
