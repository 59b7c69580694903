import type { DatabaseTable } from "@rokad/contract/database";
import { formatDayAndTime } from "../ui/dates.ts";
import type { Column } from "../ui/table-cards.ts";
import { formatBytes } from "./format-bytes.ts";

const counted = (count: number) => count.toLocaleString("en-IN");
const when = (at: string | null) => (at === null ? "Never" : formatDayAndTime(at));

export const tableColumns: readonly Column<DatabaseTable>[] = [
  { id: "name", header: "Table", card: "title", cell: ({ name }) => name },
  {
    id: "rows",
    header: "Rows, about",
    card: "line",
    align: "end",
    cell: (table) => counted(table.row_estimate),
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
    cell: (table) => counted(table.dead_rows),
  },
  {
    id: "vacuumed",
    header: "Last vacuum",
    card: "line",
    align: "end",
    cell: (table) => when(table.vacuumed_at),
  },
  {
    id: "analyzed",
    header: "Last analysis",
    card: "line",
    align: "end",
    cell: (table) => when(table.analyzed_at),
  },
];
