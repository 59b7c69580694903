import { exportTitles, type PreparedExport } from "@rokad/contract/exports";
import { KeptFileState } from "../shell/kept-file-state.tsx";
import { formatBytes } from "../ui/format-bytes.ts";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";
import { ExportActions } from "./export-actions.tsx";
import { wordsOfFilter } from "./filter-words.ts";

export const exportColumns: readonly Column<PreparedExport>[] = [
  {
    id: "export",
    header: "Export",
    card: "title",
    className: "w-full",
    cell: ({ kind, filter }) => (
      <>
        <span className="block font-medium">{exportTitles[kind]}</span>
        <span className="block max-w-96 truncate text-xs text-muted" title={wordsOfFilter(filter)}>
          {wordsOfFilter(filter)}
        </span>
      </>
    ),
  },
  {
    id: "asked",
    header: "Asked for",
    card: "line",
    cell: ({ created_at: at }) => <When at={at} />,
  },
  {
    id: "size",
    header: "Size",
    card: "line",
    align: "end",
    cell: ({ bytes, rows }) =>
      bytes === null || rows === null ? (
        "–"
      ) : (
        <>
          <span className="block max-md:inline">{formatBytes(bytes)}</span>{" "}
          <span className="text-xs text-muted">
            {rows.toLocaleString("en-IN")} {rows === 1 ? "row" : "rows"}
          </span>
        </>
      ),
  },
  {
    id: "state",
    header: "State",
    card: "status",
    cell: (file) => <KeptFileState file={file} unit="rows" />,
  },
  {
    id: "actions",
    header: "Actions",
    headerHidden: true,
    card: "foot",
    align: "end",
    cell: (file) => <ExportActions file={file} />,
  },
];
