import { t } from "../../language.ts";
import { formatBytes } from "../../ui/format-bytes.ts";
import type { Column } from "../../ui/table-cards.ts";
import { When } from "../../ui/when.tsx";
import { StoredFileState, type StoredFile } from "./stored-file-state.tsx";

export const requestedColumn: Column<StoredFile> = {
  id: "requested",
  header: t`Requested`,
  card: "line",
  cell: ({ created_at: at }) => <When at={at} />,
};

export const sizeColumn: Column<StoredFile> = {
  id: "size",
  header: t`Size`,
  card: "line",
  align: "end",
  cell: ({ bytes, rows }) =>
    bytes === null || rows === null ? (
      "–"
    ) : (
      <>
        <span className="block max-md:inline">{formatBytes(bytes)}</span>{" "}
        <span className="text-xs text-muted">
          {rows === 1
            ? t`${rows.toLocaleString("en-IN")} row`
            : t`${rows.toLocaleString("en-IN")} rows`}
        </span>
      </>
    ),
};

/** @param unit what the progress counts, such as rows. */
export function stateColumn(unit?: string): Column<StoredFile> {
  return {
    id: "state",
    header: t`State`,
    card: "status",
    cell: (file) => <StoredFileState file={file} unit={unit} />,
  };
}
