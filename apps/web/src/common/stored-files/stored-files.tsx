import type { ReactNode } from "react";
import { t } from "../../language.ts";
import type { Column } from "../../ui/table-cards.ts";
import type { StoredFile } from "./stored-file-state.tsx";
import { PagedTable, type PagedList } from "../lists/paged-table.tsx";
import { useFileFocus } from "./use-file-focus.ts";
import { useFileAnnouncement } from "./use-file-announcement.ts";

interface StoredFilesProps<File> {
  caption: string;
  /** The plural noun: "exports". */
  noun: string;
  columns: readonly Column<File>[];
  list: PagedList<File>;
  goToPage: (page: number, how?: { replace?: boolean }) => void;
  empty: ReactNode;
}

/** The list of files created in the background, in progress and stored, in pages. */
export function StoredFiles<File extends StoredFile>(props: StoredFilesProps<File>) {
  const { caption, noun, columns, list, goToPage, empty } = props;
  const announcement = useFileAnnouncement(list.answer?.data);
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
        {announcement}
      </p>
      <PagedTable<File>
        caption={caption}
        columns={columns}
        rowKey={({ id }) => id}
        skeletonRows={3}
        list={list}
        goToPage={goToPage}
        empty={empty}
        failureText={t`Failed to load your ${noun}`}
        summaryOf={({ total_records: total }) =>
          t`${total.toLocaleString("en-IN")} ${noun}, newest first`
        }
      />
    </div>
  );
}

/** The fallback when there is no live stream. */
const pollSeconds = 5;

/** Polls only while a file is in progress. */
export function nextPollSeconds({ data }: { data: readonly StoredFile[] }): number | null {
  return data.some(isInProgress) ? pollSeconds : null;
}

export function isInProgress({ state }: Pick<StoredFile, "state">): boolean {
  return state === "waiting" || state === "making";
}
