import type { ReactNode } from "react";
import type { Column } from "../ui/table-cards.ts";
import type { KeptFile } from "./kept-file-state.tsx";
import { PagedTable, type PagedList } from "./paged-table.tsx";
import { useFileFocus } from "./use-file-focus.ts";
import { useFileNews } from "./use-file-news.ts";

interface KeptFilesProps<File> {
  caption: string;
  /** What they are, in the plural: "exports". */
  noun: string;
  columns: readonly Column<File>[];
  list: PagedList<File>;
  turnTo: (page: number, how?: { replace?: boolean }) => void;
  empty: ReactNode;
}

/** Files that are made in the background: those under way and those that are kept, page by page. */
export function KeptFiles<File extends KeptFile>(props: KeptFilesProps<File>) {
  const { caption, noun, columns, list, turnTo, empty } = props;
  const news = useFileNews(list.answer?.data);
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
      <PagedTable<File>
        caption={caption}
        columns={columns}
        rowKey={({ id }) => id}
        skeletonRows={3}
        list={list}
        turnTo={turnTo}
        empty={empty}
        failed={`Failed to load your ${noun}`}
        summaryOf={({ total_records: total }) =>
          `${total.toLocaleString("en-IN")} ${noun}, newest first`
        }
      />
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
