import { platformReportTitles, type PlatformReport } from "@rokad/contract/platform-reports";
import type { Db } from "../../database/db.ts";
import {
  findOwnFile,
  reportFiles,
  fileStatus,
  type FileRow,
} from "../../worker/stored-files/stored-file.ts";
import type { Period } from "../../files/report-table.ts";

export type ReportRow = FileRow<(typeof reportFiles)[number]>;

/** The job kind of a report, as in `job-handlers.ts`. */
export const reportJob = "platform_report";

export const ownReport = (db: Db, personId: string, id: string) =>
  findOwnFile(db, personId, reportFiles, id);

/** The requested days of a report. */
export function periodOf({ filter }: Pick<ReportRow, "filter">): Period {
  return filter as unknown as Period;
}

/** A report as the API shows it. */
export function asReport(row: ReportRow): PlatformReport {
  const { from, to } = periodOf(row);
  return {
    id: row.id,
    kind: row.kind,
    format: row.format,
    from,
    to,
    file_name: fileNameOf(row),
    ...fileStatus(row),
  };
}

/** `platform-statement-2026-11-01-to-2026-11-21.xlsx`. */
export function fileNameOf(row: Pick<ReportRow, "kind" | "filter" | "format">) {
  const name = platformReportTitles[row.kind].toLowerCase().replaceAll(" ", "-");
  const { from, to } = periodOf(row);
  return `${name}-${from}-to-${to}.${row.format}`;
}
