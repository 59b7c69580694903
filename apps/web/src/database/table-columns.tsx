import type { DatabaseTable } from "@rokad/contract/database";
import { t } from "../super-admin-language.ts";
import { formatDayAndTime } from "../ui/dates.ts";
import type { Column } from "../ui/table-cards.ts";
import { formatBytes } from "./format-bytes.ts";

const formatCount = (count: number) => count.toLocaleString("en-IN");
const formatTime = (at: string | null) => (at === null ? t`Never` : formatDayAndTime(at));

export const tableColumns: readonly Column<DatabaseTable>[] = [
  { id: "name", header: t`Table`, card: "title", cell: ({ name }) => name },
  {
    id: "rows",
    header: t`Rows (estimate)`,
    card: "line",
    align: "end",
    cell: (table) => formatCount(table.row_estimate),
  },
  {
    id: "table",
    header: t`Table size`,
    card: "value",
    align: "end",
    cell: (table) => formatBytes(table.table_bytes),
  },
  {
    id: "indexes",
    header: t`Indexes`,
    card: "line",
    align: "end",
    cell: (table) => formatBytes(table.index_bytes),
  },
  {
    id: "dead",
    header: t`Dead rows`,
    card: "line",
    align: "end",
    cell: (table) => formatCount(table.dead_rows),
  },
  {
    id: "vacuumed",
    header: t`Last vacuum`,
    card: "line",
    align: "end",
    cell: (table) => formatTime(table.vacuumed_at),
  },
  {
    id: "analyzed",
    header: t`Last analysis`,
    card: "line",
    align: "end",
    cell: (table) => formatTime(table.analyzed_at),
  },
];
