import type { Pagination } from "@rokad/contract/call";
import type { ReactNode } from "react";
import { messageOf } from "../api/api-error.ts";
import { DataTable } from "../ui/data-table.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Pager } from "../ui/pager.tsx";
import type { Column } from "../ui/table-cards.ts";
import type { KeptFile } from "./kept-file-state.tsx";
import { useFileFocus } from "./use-file-focus.ts";
import { useFileNews } from "./use-file-news.ts";
import { useLastPage } from "./use-last-page.ts";

interface KeptFilesProps<File> {
  caption: string;
  /** What they are, in the plural: "exports". */
  noun: string;
  columns: readonly Column<File>[];
  list: {
    readonly answer:
      | { readonly data: readonly File[]; readonly pagination: Pagination }
      | undefined;
    readonly error: Error | undefined;
    readonly refreshing: boolean;
    readonly retrying: boolean;
    readonly retry: () => void;
  };
  turnTo: (page: number, how?: { replace?: boolean }) => void;
  empty: ReactNode;
}

/** Files that are made in the background: those under way and those that are kept, page by page. */
export function KeptFiles<File extends KeptFile>(props: KeptFilesProps<File>) {
  const { caption, noun, columns, list, turnTo, empty } = props;
  const { answer, error, refreshing, retrying, retry } = list;
  const isBeyond = useLastPage(answer?.pagination, turnTo);
  const pages = error || isBeyond ? undefined : answer?.pagination;
  const news = useFileNews(answer?.data);
  const keepFocus = useFileFocus();
  return (
    <div
      data-files
      role="group"
      aria-label={caption}
      tabIndex={-1}
      className="outline-none"
      {...keepFocus}
    >
      <p role="status" className="sr-only">
        {news}
      </p>
      <DataTable<File>
        caption={caption}
        columns={columns}
        rows={isBeyond ? undefined : answer?.data}
        rowKey={({ id }) => id}
        refreshing={refreshing}
        skeletonRows={3}
        empty={empty}
        error={
          error && (
            <ErrorPanel
              message={`Failed to load your ${noun}`}
              detail={messageOf(error, "")}
              onRetry={retry}
              busy={retrying}
            />
          )
        }
      />
      {pages && pages.total_pages > 1 && (
        <Pager
          page={pages.current_page}
          totalPages={pages.total_pages}
          summary={`${pages.total_records.toLocaleString("en-IN")} ${noun}, newest first`}
          middle={`Page ${pages.current_page} of ${pages.total_pages}`}
          onPage={turnTo}
        />
      )}
    </div>
  );
}

/** The live stream tells of every step; where there is none, this looks. */
const lookAgainSeconds = 5;

/** How soon to look again: only while one of them is under way. */
export function lookAgainAfter({ data }: { data: readonly KeptFile[] }): number | null {
  return data.some(isUnderWay) ? lookAgainSeconds : null;
}

export function isUnderWay({ state }: Pick<KeptFile, "state">): boolean {
  return state === "waiting" || state === "making";
}
