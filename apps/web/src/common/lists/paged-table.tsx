import type { Pagination } from "@rokad/contract/call";
import type { ReactNode } from "react";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { Pager } from "../../ui/pager.tsx";
import type { Column } from "../../ui/table-cards.ts";
import { useLastPage } from "./use-last-page.ts";

/** The result of `usePage`. */
export interface PagedList<Row> {
  readonly answer: { readonly data: readonly Row[]; readonly pagination: Pagination } | undefined;
  readonly error: Error | undefined;
  readonly refreshing: boolean;
  readonly retrying: boolean;
  readonly retry: () => void;
}

interface PagedTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  tight?: boolean;
  skeletonRows?: number;
  onRowClick?: (row: Row) => void;
  list: PagedList<Row>;
  goToPage: (page: number, how?: { replace: boolean }) => void;
  empty: ReactNode;
  /** "Failed to load the runs". */
  failureText: string;
  /** Names the pager on a page with several: "Pages of runs". */
  pagerLabel?: string;
  summaryOf: (pages: Pagination) => string;
  /** False: no text between Previous and Next. */
  numbered?: boolean;
}

/** A paged list: its rows or their replacement, and a pager when there are several pages. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const {
    list,
    goToPage,
    empty,
    failureText,
    pagerLabel,
    summaryOf,
    numbered = true,
    ...table
  } = props;
  const { answer, error, refreshing, retrying, retry } = list;
  const isBeyond = useLastPage(answer?.pagination, goToPage);
  const pages = error || isBeyond ? undefined : answer?.pagination;
  return (
    <>
      <DataTable<Row>
        {...table}
        rows={isBeyond ? undefined : answer?.data}
        refreshing={refreshing}
        empty={empty}
        error={
          error && (
            <ErrorPanel
              message={failureText}
              detail={messageOf(error, "")}
              onRetry={retry}
              busy={retrying}
            />
          )
        }
      />
      {pages && pages.total_pages > 1 && (
        <Pager
          {...(pagerLabel !== undefined && { label: pagerLabel })}
          page={pages.current_page}
          totalPages={pages.total_pages}
          summary={summaryOf(pages)}
          {...(numbered && { middle: t`Page ${pages.current_page} of ${pages.total_pages}` })}
          onPage={goToPage}
        />
      )}
    </>
  );
}
