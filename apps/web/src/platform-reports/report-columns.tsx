import { platformReportTitles, type PlatformReport } from "@rokad/contract/platform-reports";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import {
  requestedColumn,
  sizeColumn,
  stateColumn,
} from "../common/stored-files/stored-file-columns.tsx";
import { Badge } from "../ui/badge.tsx";
import { formatDay } from "../ui/dates.ts";
import type { Column } from "../ui/table-cards.ts";
import { ReportActions } from "./report-actions.tsx";
import { formatLabels } from "./report-labels.ts";

export const reportColumns: readonly Column<PlatformReport>[] = [
  {
    id: "report",
    header: t`Report`,
    card: "title",
    className: "w-full",
    cell: ({ kind, from, to }) => (
      <>
        <span className="block font-medium">{translateText(platformReportTitles[kind])}</span>
        <span className="text-xs text-muted">{t`${formatDay(from)} to ${formatDay(to)}`}</span>
      </>
    ),
  },
  {
    id: "format",
    header: t`Format`,
    card: "line",
    cell: ({ format }) => <Badge>{formatLabels[format]}</Badge>,
  },
  requestedColumn,
  sizeColumn,
  stateColumn(),
  {
    id: "actions",
    header: t`Actions`,
    headerHidden: true,
    card: "foot",
    align: "end",
    cell: (report) => <ReportActions report={report} />,
  },
];
