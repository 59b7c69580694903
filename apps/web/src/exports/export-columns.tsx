import { exportTitles, type PreparedExport } from "@rokad/contract/exports";
import { translateText } from "../answers.ts";
import { t } from "../language.ts";
import {
  requestedColumn,
  sizeColumn,
  stateColumn,
} from "../common/stored-files/stored-file-columns.tsx";
import type { Column } from "../ui/table-cards.ts";
import { ExportActions } from "./export-actions.tsx";
import { describeFilter } from "./describe-filter.ts";

export function exportColumns(
  onDelete: (file: PreparedExport) => void,
): readonly Column<PreparedExport>[] {
  return [
    {
      id: "export",
      header: t`Export`,
      card: "title",
      className: "w-full",
      cell: ({ kind, filter }) => (
        <>
          <span className="block font-medium">{translateText(exportTitles[kind])}</span>
          <span className="block max-w-96 text-xs text-wrap wrap-anywhere text-muted">
            {describeFilter(filter)}
          </span>
        </>
      ),
    },
    requestedColumn,
    sizeColumn,
    stateColumn("rows"),
    {
      id: "actions",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (file) => <ExportActions file={file} onDelete={onDelete} />,
    },
  ];
}
