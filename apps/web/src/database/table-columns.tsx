import type { DatabaseTable } from "@rokad/contract/database";
import { formatDayAndTime } from "../ui/dates.ts";
import type { Column } from "../ui/table-cards.ts";
import { formatBytes } from "./format-bytes.ts";

const formatCount = (count: number) => count.toLocaleString("en-IN");
const formatTime = (at: string | null) => (at === null ? "Never" : formatDayAndTime(at));

export const tableColumns: readonly Column<DatabaseTable>[] = [
  { id: "name", header: "Table", card: "title", cell: ({ name }) => name },
  {
    id: "rows",
    header: "Rows (estimate)",
    card: "line",
    align: "end",
    cell: (table) => formatCount(table.row_estimate),
  },
  {
    id: "table",
    header: "Table size",
    card: "value",
    align: "end",
    cell: (table) => formatBytes(table.table_bytes),
  },
  {
    id: "indexes",
    header: "Indexes",
    card: "line",
    align: "end",
    cell: (table) => formatBytes(table.index_bytes),
  },
  {
    id: "dead",
    header: "Dead rows",
    card: "line",
    align: "end",
    cell: (table) => formatCount(table.dead_rows),
  },
  {
    id: "vacuumed",
    header: "Last vacuum",
    card: "line",
    align: "end",
    cell: (table) => formatTime(table.vacuumed_at),
  },
  {
    id: "analyzed",
    header: "Last analysis",
    card: "line",
    align: "end",
    cell: (table) => formatTime(table.analyzed_at),
  },
];
