import { platformReportTitles, type PlatformReport } from "@rokad/contract/platform-reports";
import { KeptFileState } from "../shell/kept-file-state.tsx";
import { Badge } from "../ui/badge.tsx";
import { formatDay } from "../ui/dates.ts";
import { formatBytes } from "../ui/format-bytes.ts";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";
import { ReportActions } from "./report-actions.tsx";
import { formatWords } from "./report-words.ts";

export const reportColumns: readonly Column<PlatformReport>[] = [
  {
    id: "report",
    header: "Report",
    card: "title",
    className: "w-full",
    cell: ({ kind, from, to }) => (
      <>
        <span className="block font-medium">{platformReportTitles[kind]}</span>
        <span className="text-xs text-muted">
          {formatDay(from)} to {formatDay(to)}
        </span>
      </>
    ),
  },
  {
    id: "format",
    header: "Format",
    card: "line",
    cell: ({ format }) => <Badge>{formatWords[format]}</Badge>,
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
    cell: (report) => <KeptFileState file={report} />,
  },
  {
    id: "actions",
    header: "Actions",
    headerHidden: true,
    card: "foot",
    align: "end",
    cell: (report) => <ReportActions report={report} />,
  },
];
