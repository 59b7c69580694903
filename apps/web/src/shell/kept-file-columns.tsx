import { formatBytes } from "../ui/format-bytes.ts";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";
import { KeptFileState, type KeptFile } from "./kept-file-state.tsx";

export const askedColumn: Column<KeptFile> = {
  id: "asked",
  header: "Asked for",
  card: "line",
  cell: ({ created_at: at }) => <When at={at} />,
};

export const sizeColumn: Column<KeptFile> = {
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
};

/** @param unit what its progress counts, where that can be told. */
export function stateColumn(unit?: string): Column<KeptFile> {
  return {
    id: "state",
    header: "State",
    card: "status",
    cell: (file) => <KeptFileState file={file} unit={unit} />,
  };
}
