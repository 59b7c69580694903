import { ChevronLeft, ChevronRight, Search, SearchX } from "lucide-react";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type DataTableProps } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { HistorySearch } from "./history-search.ts";
import { orderText } from "./search-bar.tsx";
import type { Matches } from "./use-matches.ts";

interface MatchesTableProps<Row> {
  matches: Matches<Row>;
  /** "payouts". */
  noun: string;
  /** Whether filters leave rows out. */
  isFiltered: boolean;
  go: (search: HistorySearch) => void;
  /** Searches everything: without the filters. */
  onSearchAll: () => void;
  table: Omit<DataTableProps<Row>, "rows" | "refreshing" | "empty" | "error">;
}

/** The rows that a search found. It counts none of them: its pages go on to the next one. */
export function MatchesTable<Row>(props: MatchesTableProps<Row>) {
  const { matches, noun, isFiltered, go, onSearchAll, table } = props;
  const { search, answer, error, refreshing, retrying, retry } = matches;
  const further = () => go({ ...search, after: answer?.next ?? undefined });
  return (
    <>
      {answer?.is_too_wide && !error && (
        <Notice tone="warn" title={t`Too many words begin like this`} className="mx-4 mt-4">
          {t`Some matches are missing. Type more letters.`}
        </Notice>
      )}
      <DataTable<Row>
        {...table}
        rows={answer?.data}
        refreshing={refreshing}
        empty={
          answer?.next ? (
            <EmptyState
              icon={<Search />}
              title={t`Nothing found so far`}
              description={
                search.search
                  ? t`The rest may still match: the search stopped after 2,000 ${noun}.`
                  : t`No match yet: the search stopped after 2,000 ${noun}.`
              }
              action={
                <Button variant="secondary" onClick={further}>
                  {t`Search further`}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<SearchX />}
              title={
                search.search
                  ? isFiltered
                    ? t`No ${noun} match “${search.search}” with these filters`
                    : t`No ${noun} match “${search.search}”`
                  : t`No ${noun} match these filters`
              }
              description={t`Search names, remarks, UTR, reference, UPI ID, amount or the last 4 digits.`}
              action={
                isFiltered && (
                  <Button variant="secondary" onClick={onSearchAll}>
                    {t`Search all ${noun}`}
                  </Button>
                )
              }
            />
          )
        }
        error={
          error && (
            <ErrorPanel
              message={t`Failed to search ${noun}`}
              detail={messageOf(error, "")}
              onRetry={retry}
              busy={retrying}
            />
          )
        }
      />
      {answer && !error && answer.data.length > 0 && (
        <nav
          aria-label={t`Pages`}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 md:px-5"
        >
          <p role="status" className="text-sm text-muted">
            {t`${answer.data.length.toLocaleString("en-IN")} ${search.search ? t`matches` : noun} on this page, ${orderText(search.sort ?? "newest")}`}
          </p>
          {(search.after !== undefined || answer.next !== null) && (
            <div className="flex gap-1.5">
              <Button
                variant="secondary"
                size="sm"
                icon={<ChevronLeft />}
                disabled={search.after === undefined}
                onClick={() => go({ ...search, after: undefined })}
              >
                {t`First`}
              </Button>
              <Button
                variant="secondary"
                size="sm"
                disabled={answer.next === null}
                onClick={further}
              >
                {t`Next`}
                <ChevronRight />
              </Button>
            </div>
          )}
        </nav>
      )}
    </>
  );
}
