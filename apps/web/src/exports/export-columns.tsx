import { exportTitles, type PreparedExport } from "@rokad/contract/exports";
import { askedColumn, sizeColumn, stateColumn } from "../shell/kept-file-columns.tsx";
import type { Column } from "../ui/table-cards.ts";
import { ExportActions } from "./export-actions.tsx";
import { wordsOfFilter } from "./filter-words.ts";

export function exportColumns(
  onAsk: (file: PreparedExport) => void,
): readonly Column<PreparedExport>[] {
  return [
    {
      id: "export",
      header: "Export",
      card: "title",
      className: "w-full",
      cell: ({ kind, filter }) => (
        <>
          <span className="block font-medium">{exportTitles[kind]}</span>
          <span className="block max-w-96 text-xs text-wrap wrap-anywhere text-muted">
            {wordsOfFilter(filter)}
          </span>
        </>
      ),
    },
    askedColumn,
    sizeColumn,
    stateColumn("rows"),
    {
      id: "actions",
      header: "Actions",
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (file) => <ExportActions file={file} onAsk={onAsk} />,
    },
  ];
}
